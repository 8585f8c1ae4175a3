import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import writeWorkbook, { type Cell } from 'write-excel-file/node'
import { Refusal } from '../explain.ts'
import { type SheetFormat, templateColumns } from './column.ts'
import { explainColumns, explainSet, explanationHeaders, introduction } from './explanation.ts'
import { formats } from './set/set.ts'

const BYTE_ORDER_MARK = '\uFEFF'
const LINE_END = '\r\n'
const NEEDS_QUOTES = /[;"\r\n]/

const headersOf = (format: SheetFormat) => templateColumns(format).map(([name]) => name)
const exampleOf = (format: SheetFormat) =>
  templateColumns(format).map(([, { example, isBlankInTemplate }]) => (isBlankInTemplate ? '' : example))

const csvLine = (cells: string[]) =>
  cells.map((cell) => (NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(';') +
  LINE_END

function refuseExisting(paths: string[]): void {
  const path = paths.find((each) => existsSync(each))
  if (path) throw new Refusal(`Ya existe ${path}: elija otro lugar, aquí no se sobrescribe nada.`)
}

async function writeSheets(folder: string): Promise<void> {
  const texts = formats.map((format) => ({
    path: join(folder, `${format.name}.csv`),
    text: BYTE_ORDER_MARK + csvLine(headersOf(format)) + csvLine(exampleOf(format)),
  }))
  texts.push({ path: join(folder, 'LEAME.md'), text: explainSet(formats) })
  refuseExisting(texts.map(({ path }) => path))
  await mkdir(folder, { recursive: true })
  for (const { path, text } of texts) await writeFile(path, text, { flag: 'wx' })
}

/**
 * The number of rows below the example that are formatted as text, so that a spreadsheet program does not reformat a
 * typed date, RUN or grade.
 */
const TEXT_ROWS = 500
const HEADING = { fontWeight: 'bold', backgroundColor: '#E6EEF5' } as const
const text = (value: string): Cell => ({ value, type: String, format: '@' })

function workbookSheet(format: SheetFormat) {
  const headers = headersOf(format)
  const example = exampleOf(format)
  const blank = headers.map(() => text(''))
  return {
    sheet: format.name,
    data: [
      headers.map((header): Cell => ({ value: header, ...HEADING })),
      example.map(text),
      ...Array.from({ length: TEXT_ROWS }, () => blank),
    ],
    columns: headers.map((header, index) => ({
      width: Math.min(45, Math.max(header.length, (example[index] ?? '').length) + 3),
    })),
    stickyRowsCount: 1,
  }
}

function explanationSheet() {
  const explained = formats.flatMap((format): Cell[][] => [
    [],
    [{ value: format.name, ...HEADING }, null, format.explanation],
    explanationHeaders.map((value): Cell => ({ value, fontWeight: 'bold' })),
    ...explainColumns(format).map((cells) => cells.map(text)),
  ])
  return {
    sheet: 'LEAME',
    data: [...introduction.map((line): Cell[] => [line || null]), ...explained],
    columns: [26, 22, 70, 60, 40].map((width) => ({ width })),
  }
}

async function writeBook(path: string): Promise<void> {
  refuseExisting([path])
  const book = await writeWorkbook([explanationSheet(), ...formats.map(workbookSheet)]).toBuffer()
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, book, { flag: 'wx' })
}

/**
 * Writes the templates of all sheets, each with its header and one example row, and an explanation: CSV files in a
 * folder or, if the path ends in .xlsx, a workbook. It never writes both, because an import of both would contain
 * every row twice.
 * @throws {Refusal} if a file exists already
 */
export const writeTemplates = (path: string): Promise<void> =>
  /\.xlsx$/i.test(path) ? writeBook(path) : writeSheets(path)
