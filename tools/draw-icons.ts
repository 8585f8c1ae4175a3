/** Draws the icons of the installable web app and of the native ones from `apps/web/drawings`. */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { draw, pictures, root } from './icons.ts'

for (const picture of pictures) {
  const path = join(root, picture.path)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, await draw(picture))
}
