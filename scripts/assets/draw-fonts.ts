/** Splits the product's typeface into the two files of `apps/web/src/fonts`. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fontFiles, subsetFontTo } from './fonts.ts'

for (const { path, signs } of fontFiles) {
  const bytes = await subsetFontTo(signs)
  await writeFile(join(import.meta.dirname, '../..', path), bytes)
  console.log(`${path}: ${(bytes.length / 1000).toFixed(1)} KB`)
}
