import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Cell } from 'write-excel-file/node'
import { Refusal } from '../explain.ts'
import { exampleRow, type SheetFormat, templateColumns } from './column.ts'
import { explainColumns, explainSet, explanationHeaders, introductionLines } from './explanation.ts'
import { formats } from './set/set.ts'
import { HEADING_STYLE, toTextCell, type ValidatedSheet, writeBook } from './workbookWriter.ts'

const BYTE_ORDER_MARK = '\uFEFF'
const LINE_END = '\r\n'
const NEEDS_QUOTES = /[;"\r\n]/

const templateHeaders = (format: SheetFormat) => templateColumns(format).map(([name]) => name)
const exampleCells = (format: SheetFormat) => exampleRow(format).map(([, text]) => text)

const csvLine = (cells: string[]) =>
  cells.map((cell) => (NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(';') +
  LINE_END

function refuseExistingFiles(paths: string[]): void {
  const path = paths.find((each) => existsSync(each))
  if (path) throw new Refusal(`Ya existe ${path}: elija otro lugar, aquí no se sobrescribe nada.`)
}

async function writeCsvTemplates(folder: string): Promise<void> {
  const texts = formats.map((format) => ({
    path: join(folder, `${format.name}.csv`),
    text: BYTE_ORDER_MARK + csvLine(templateHeaders(format)) + csvLine(exampleCells(format)),
  }))
  texts.push({ path: join(folder, 'LEAME.md'), text: explainSet(formats) })
  refuseExistingFiles(texts.map(({ path }) => path))
  await mkdir(folder, { recursive: true })
  for (const { path, text } of texts) await writeFile(path, text, { flag: 'wx' })
}

/** The number of blank rows below the example, in text format, so that no program changes a date, RUN or grade. */
const BLANK_TEXT_ROWS = 500

/** The lists of a school from which the cells of a template are chosen, by column. */
type SchoolLists = Partial<Record<string, readonly string[]>>

function createTemplateSheet(format: SheetFormat, schoolLists?: SchoolLists): ValidatedSheet {
  const headers = templateHeaders(format)
  const example = exampleCells(format)
  const blank = headers.map(() => toTextCell(''))
  return {
    sheet: format.name,
    data: [
      headers.map((header): Cell => ({ value: header, ...HEADING_STYLE })),
      ...(schoolLists ? [] : [example.map(toTextCell)]),
      ...Array.from({ length: BLANK_TEXT_ROWS }, () => blank),
    ],
    validations: templateColumns(format).map(([name, { kind, explanation }], column) => ({
      column,
      lastColumn: column,
      rows: BLANK_TEXT_ROWS + 1,
      title: name,
      prompt: `${explanation} ${kind.accepts}`,
      choices: kind.choices ?? schoolLists?.[name],
    })),
    columns: headers.map((header, index) => ({
      width: Math.min(45, Math.max(header.length, (example[index] ?? '').length) + 3),
    })),
    stickyRowsCount: 1,
  }
}

function createExplanationSheet() {
  const explained = formats.flatMap((format): Cell[][] => [
    [],
    [{ value: format.name, ...HEADING_STYLE }, null, format.explanation],
    explanationHeaders.map((value): Cell => ({ value, fontWeight: 'bold' })),
    ...explainColumns(format).map((cells) => cells.map(toTextCell)),
  ])
  return {
    sheet: 'LEAME',
    data: [...introductionLines.map((line): Cell[] => [line || null]), ...explained],
    columns: [26, 22, 70, 60, 40].map((width) => ({ width })),
  }
}

/** Returns the template workbook; with the lists of a school it has no example rows. */
export const templateBook = (schoolLists?: SchoolLists): Promise<Buffer> =>
  writeBook([
    { ...createExplanationSheet(), validations: [] },
    ...formats.map((format) => createTemplateSheet(format, schoolLists)),
  ])

async function writeWorkbookTemplate(path: string): Promise<void> {
  refuseExistingFiles([path])
  const book = await templateBook()
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, book, { flag: 'wx' })
}

/**
 * Writes the templates of all sheets, each with its header and one example row, and an explanation: as files in the
 * folder `path` or, if `path` ends in .xlsx, as a workbook.
 * @throws {Refusal} if one of the files exists already
 */
export const writeTemplates = (path: string): Promise<void> =>
  /\.xlsx$/i.test(path) ? writeWorkbookTemplate(path) : writeCsvTemplates(path)
