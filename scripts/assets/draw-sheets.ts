/**
 * Draws the pictures of the secretary's guide (the sheets filled with a fictional school, a list of problems) with
 * the tests' Chromium, and rewrites the guide's tables of columns.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { losslessCompressPng, pngQuantize } from '@napi-rs/image'
import { chromium } from '@playwright/test'
import { chromiumOptions } from '../../tests/support/chromium.ts'
import { guidePath, replaceColumnTables } from './columnTables.ts'
import { examplePictures } from './sheetExamples.ts'
import { sheetPage } from './sheetPage.ts'
import { exampleProblems } from './sheetProblems.ts'

const pictureFolder = join(import.meta.dirname, '../../docs/pictures/secretary')

await writeFile(guidePath, replaceColumnTables(await readFile(guidePath, 'utf8')))

const pictures = [...(await examplePictures()), await exampleProblems()]
const browser = await chromium.launch(chromiumOptions())
const page = await browser.newPage({ viewport: { width: 2000, height: 1200 }, deviceScaleFactor: 2 })
for (const { name, ...drawn } of pictures) {
  await page.setContent(sheetPage(drawn))
  const main = page.locator('main')
  const bytes = await losslessCompressPng(await pngQuantize(await main.screenshot(), { maxQuality: 75 }))
  await writeFile(join(pictureFolder, `${name}.png`), bytes)
  const { width } = (await main.boundingBox()) ?? { width: 0 }
  console.log(`${name}.png: ${Math.round(width)} px wide, ${Math.round(bytes.length / 1024)} KB`)
}
await browser.close()
