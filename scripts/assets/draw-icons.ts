/** Draws the icons of the installable web app and of the Android and iOS apps from `apps/web/drawings`. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pngOf, root } from './drawing.ts'
import { drawables, pictures } from './icons.ts'

for (const picture of pictures) await writeFile(join(root, picture.path), await pngOf(picture))
for (const { path, xml } of drawables) await writeFile(join(root, path), xml)
