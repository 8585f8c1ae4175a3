import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sheetNames } from '../sheetRecords.ts'
import { readSources } from './testing/sourcesOf.ts'

const fixturesFolder = join(import.meta.dirname, '../../fixtures')
const OFFICIAL_LIST_FILE = 'SIGE Colegio Los Aromos de La Florida.xls'

/** Returns the text that is read from the workbook for a cell of the CSV files, whose dates and numbers are Chilean. */
const toWorkbookText = (text: string) =>
  text
    .replace(/^(\d\d)-(\d\d)-(\d{4})(?=$| )/, '$3-$2-$1')
    .replace(/^(\d+),(\d+)$/, '$1.$2')
    .replace(/\.0$/, '')
/** The names of the fixture's sheets: its school has no electives and no closures. */
const fixtureSheetNames = sheetNames.filter((name) => name !== 'electivos' && name !== 'dias_sin_clases')
const trimBlankEnd = (cells: string[]) => cells.slice(0, cells.findLastIndex((text) => text !== '') + 1)

test('the workbook of LibreOffice has the same content as the CSV files', async () => {
  const set = await readSources(join(fixturesFolder, 'colegio'))
  const book = await readSources(join(fixturesFolder, 'colegio.xlsx'))
  expect([...set.problems, ...set.warnings, ...book.problems, ...book.warnings]).toEqual([])
  expect(book.sheets.map(({ name }) => name)).toEqual(fixtureSheetNames)
  expect(set.sheets.map(({ name }) => name)).toEqual(fixtureSheetNames.toSorted())
  for (const { name, cells } of book.sheets) {
    const written = set.sheets.find((sheet) => sheet.name === name)?.cells ?? []
    expect(cells).toEqual(written.map((row) => trimBlankEnd(row.map(toWorkbookText))))
  }
  expect(set.attachments.map(({ path }) => path)).toEqual([
    'documentos/autorizacion-salida.pdf',
    'documentos/pauta-laboratorio.pdf',
    'fotos/40288001-5.png',
    'fotos/insignia-90003-6.png',
  ])
})

test('the official list, an HTML page named .xls, and a CSV of Windows contain the same pupils', async () => {
  const [page, text, set] = await Promise.all(
    [OFFICIAL_LIST_FILE, 'alumnos-windows.csv', 'colegio/alumnos.csv'].map((name) =>
      readSources(join(fixturesFolder, name)),
    ),
  )
  const pupils = set?.sheets[0]?.cells ?? []
  expect(pupils.map(([, , , , , , run]) => run)).toEqual([
    'Run',
    '40288001',
    '40288118',
    '40288227',
    '40288341',
  ])
  expect(text?.sheets[0]?.cells).toEqual(pupils)
  const withdrawalColumn = pupils[0]?.indexOf('Fecha Retiro') ?? 0
  const official = pupils.map((row, index) =>
    (index === 0 ? row : row.with(withdrawalColumn, '1900-01-01')).slice(0, 24),
  )
  expect(page?.sheets).toMatchObject([{ file: OFFICIAL_LIST_FILE, cells: official }])
  expect([page?.problems, text?.problems]).toEqual([[], []])
})

test('each person of the school has a different phone number and e-mail', async () => {
  const { sheets } = await readSources(join(fixturesFolder, 'colegio'))
  const [headers = [], ...people] = sheets.find(({ name }) => name === 'apoderados')?.cells ?? []
  for (const column of ['celular', 'email']) {
    const values = people.map((cells) => cells[headers.indexOf(column)]).filter(Boolean)
    expect(values.length, column).toBeGreaterThan(5)
    expect(new Set(values).size, column).toBe(values.length)
  }
})
