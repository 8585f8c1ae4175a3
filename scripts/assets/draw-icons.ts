/** Draws the icons of the installable web app and of the Android and iOS apps from `apps/web/drawings`. */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pngOf, root } from './drawing.ts'
import { drawables, pictures } from './icons.ts'

async function writeIcon(path: string, content: Buffer | string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), content)
}

for (const picture of pictures) await writeIcon(picture.path, await pngOf(picture))
for (const { path, xml } of drawables) await writeIcon(path, xml)
