/** Splits the product's typeface into the two files of `apps/web/src/fonts`. */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fonts, subsetWith } from './fonts.ts'

for (const { path, signs } of fonts) {
  const bytes = await subsetWith(signs)
  const file = join(import.meta.dirname, '../..', path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, bytes)
  console.log(`${path}: ${(bytes.length / 1000).toFixed(1)} KB`)
}
