/** The content of the pictures in the secretary's guide: the fictional school of the importer's tests. */
import { join } from 'node:path'
import { templateColumns } from '@apoderados/importer/formats/column'
import { officialHeaders } from '@apoderados/importer/formats/official'
import { formatOfSheet, formats } from '@apoderados/importer/formats/set/set'
import { normalizeName } from '@apoderados/importer/formats/sheetText'
import { type SheetName, sheetNames } from '@apoderados/importer/sheetRecords'
import { openSources } from '@apoderados/importer/sheets/open'
import type { SheetDrawing } from './sheetPage.ts'

type Picture = SheetDrawing & { name: string }

const schoolFolder = join(import.meta.dirname, '../../packages/importer/fixtures/colegio')
const templateTabs = ['LEAME', ...sheetNames]

/**
 * The ranges of rows to show in each sheet, counted from 0 at the first row below the headers; `to` is not included.
 * The first seven rows are shown of a sheet that is not listed.
 */
const shownRows: Partial<Record<SheetName, [from: number, to: number][]>> = {
  asignaturas: [
    [0, 4],
    [9, 12],
  ],
  vinculos: [[0, 8]],
  notas: [
    [0, 4],
    [46, 50],
  ],
  observaciones: [[0, 5]],
}

/** Sheets that the fictional school lacks. */
const additionalSheets: Partial<Record<SheetName, string[][]>> = {
  dias_sin_clases: [
    ['primer_dia', 'ultimo_dia', 'motivo'],
    ['15-05-2026', '', 'Jornada de profesores'],
    ['31-07-2026', '', 'Jornada de evaluación y planificación'],
    ['14-09-2026', '17-09-2026', 'Receso de Fiestas Patrias'],
    ['06-11-2026', '', 'Aniversario del colegio'],
  ],
  electivos: [
    ['electivo', 'run_alumno'],
    ...['40291004', '40291127', '40291350', '40291488'].map((run) => ['FIS-E', run]),
    ...['40291219', '40291266', '40291573'].map((run) => ['FIL-P', run]),
  ],
}

/** The cells of columns that the fictional school lacks, by sheet and column. */
const additionalCells: Record<string, string[]> = {
  'establecimientos promedio_ponderado': ['si'],
  'asignaturas electiva': ['no', 'no', 'no', 'no', 'no', 'no', 'no'],
  'alumnos comparte_foto': ['si', 'no', 'si', 'no'],
  'vinculos tipo_doc': ['RUN', 'RUN', 'RUN', 'RUN', 'RUN', 'RUN', 'pasaporte', 'RUN'],
}

async function readFixtures(): Promise<Map<string, string[][]>> {
  const report = { problem: failWith, warning: failWith, leftOut() {} }
  const { sheets, close } = await openSources([schoolFolder], report)
  const tables = new Map<string, string[][]>()
  for (const sheet of sheets) {
    const rows: string[][] = []
    for await (const batch of sheet.rows()) rows.push(...batch.map(({ cells }) => cells))
    tables.set(sheet.name, rows)
  }
  await close()
  return tables
}

function failWith({ file, message }: { file: string; message: string }): never {
  throw new Error(`${file}: ${message}`)
}

/** Returns the sheet with the columns of the template, in the template's order. */
function templateSheet(name: SheetName, [headers = [], ...rows]: string[][]): SheetDrawing {
  const columns = templateColumns(formatOfSheet[name])
  const chosen = (shownRows[name] ?? [[0, 7]]).flatMap(([from, to]) => rows.slice(from, to))
  const cellsOf = (row: string[], nth: number) =>
    columns.map(([column]) => {
      const index = headers.findIndex((header) => normalizeName(header) === normalizeName(column))
      return index === -1 ? (additionalCells[`${name} ${column}`]?.[nth] ?? '') : (row[index] ?? '')
    })
  const names = columns.map(([column]) => column)
  return { tabs: templateTabs, sheet: name, hasColours: true, headers: names, rows: chosen.map(cellsOf) }
}

/** Returns the sheet with only the columns from `from` to below `to`, as if the others were scrolled out of view. */
const sliceColumns = (drawn: SheetDrawing, from: number, to: number): SheetDrawing => ({
  ...drawn,
  headers: drawn.headers.slice(from, to),
  rows: drawn.rows.map((cells) => cells.slice(from, to)),
  scrolled: from,
})

/** Divides a wide sheet into two pictures: the columns before `middle`, and those from `next` on. */
const splitPicture = (name: string, drawn: SheetDrawing, middle: number, next = middle): Picture[] => [
  { name: `${name}-1`, ...sliceColumns(drawn, 0, middle) },
  { name: `${name}-2`, ...sliceColumns(drawn, next, drawn.headers.length) },
]

export async function examplePictures(): Promise<Picture[]> {
  const tables = await readFixtures()
  const tableOf = (name: SheetName) =>
    tables.get(name) ?? additionalSheets[name] ?? failWith({ file: name, message: 'is missing' })
  const pictures = formats.flatMap(({ name }): Picture[] => {
    const drawn = templateSheet(name, tableOf(name))
    return name === 'alumnos' ? splitPicture(name, drawn, 10) : [{ name, ...drawn }]
  })
  const [headers = [], ...rows] = tableOf('alumnos')
  const official = headers.filter((header) => officialHeaders.includes(header)).length
  const sheet = 'SIGE Colegio Los Aromos'
  const list = sliceColumns({ tabs: [sheet], sheet, headers, rows }, 0, official)
  return [...pictures, ...splitPicture('sige', list, 11, 18)]
}
