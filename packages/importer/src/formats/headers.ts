import type { Report } from '../problems.ts'
import type { RowLocation, WrittenHeaders } from '../sheetRecords.ts'
import type { SheetFormat } from './column.ts'
import { excerpt, nearestName, normalizeName } from './sheetText.ts'

/** The headers of a sheet, and the positions of its columns, counted from 0. */
export type SheetHeaders = {
  /** The position of each column of the format; -1 if the sheet lacks the column. */
  indexes: number[]
  /** The headers as the file writes them, shortened for messages. */
  texts: string[]
  /** The header of each column that the sheet has, by the column's name. */
  written: WrittenHeaders
  /** The positions without a header, whose cells must be blank. */
  untitled: number[]
}

/** At most this many unknown columns are reported one by one, because a sheet may have thousands. */
export const UNKNOWN_REPORTED_MAX = 20

/**
 * The positions of the columns of a format, of unknown headers and of blank ones. `repeated` maps a position to the
 * position of an earlier header for the same column.
 */
type HeaderMatch = { indexes: number[]; repeated: Map<number, number>; unknown: number[]; untitled: number[] }

/** Finds the format's columns. If a sheet has a column's own name and a synonym, the synonym counts as unknown. */
function matchHeaders(headers: string[], format: SheetFormat): HeaderMatch {
  const columns = Object.entries(format.columns)
  const unused = new Set(format.unused.map(normalizeName))
  const keys = headers.map(normalizeName)
  const written = new Set(keys)
  const columnOfKey = new Map<string, number>()
  for (const [index, [name, { synonyms = [] }]] of columns.entries())
    if (!written.has(normalizeName(name)))
      for (const text of synonyms) columnOfKey.set(normalizeName(text), index)
  for (const [index, [name]] of columns.entries()) columnOfKey.set(normalizeName(name), index)
  const found: HeaderMatch = {
    indexes: Array(columns.length).fill(-1),
    repeated: new Map(),
    unknown: [],
    untitled: [],
  }
  for (const [position, key] of keys.entries()) {
    const column = columnOfKey.get(key)
    if (key === '') found.untitled.push(position)
    else if (column === undefined) {
      if (!unused.has(key)) found.unknown.push(position)
    } else if (found.indexes[column] === -1) found.indexes[column] = position
    else found.repeated.set(position, found.indexes[column] as number)
  }
  return found
}

/** At most this many headers are compared to recognise a sheet; no format has so many columns. */
const HEADERS_CHECKED_MAX = 200

/**
 * Scores how well a header row fits a format: 0 if a required column is missing; otherwise 1 for each column, 1 more if
 * it has its own name, not a synonym, and a little less for each unknown header.
 */
export function scoreHeaders(headers: string[], format: SheetFormat): number {
  const first = headers.slice(0, HEADERS_CHECKED_MAX)
  const { indexes, unknown } = matchHeaders(first, format)
  const columns = Object.entries(format.columns)
  if (columns.some(([, { isRequired }], index) => isRequired && indexes[index] === -1)) return 0
  const found = indexes.filter((index) => index !== -1)
  const byName = columns.filter(([name]) =>
    first.some((header) => normalizeName(header) === normalizeName(name)),
  )
  return found.length + byName.length - unknown.length / HEADERS_CHECKED_MAX
}

const moreUnknownText = (count: number) =>
  count === 1 ? 'hay 1 columna más que no se conoce' : `hay ${count} columnas más que no se conocen`

function reportUnknownColumns(
  location: RowLocation,
  texts: string[],
  format: SheetFormat,
  report: Report,
): void {
  const names = Object.keys(format.columns)
  for (const text of texts.slice(0, UNKNOWN_REPORTED_MAX)) {
    const name = nearestName(text, names)
    report.warning({
      ...location,
      column: text,
      message: 'no se conoce esta columna: no se importa',
      ...(name && { expected: `¿${name}?` }),
    })
  }
  if (texts.length > UNKNOWN_REPORTED_MAX)
    report.warning({ ...location, message: moreUnknownText(texts.length - UNKNOWN_REPORTED_MAX) })
}

/**
 * Finds the positions of the columns. Returns undefined after it has reported a problem that prevents the reading of
 * the sheet. `given` contains columns that the sheet may lack, because command options replace them.
 */
export function readHeaders(
  location: RowLocation,
  headers: string[],
  format: SheetFormat,
  given: Set<string>,
  report: Report,
): SheetHeaders | undefined {
  const titled = headers.slice(0, headers.findLastIndex((header) => header.trim() !== '') + 1)
  const { indexes, repeated, unknown, untitled } = matchHeaders(titled, format)
  const texts = titled.map(excerpt)
  const columns = Object.entries(format.columns)
  const hasColumn = (name: string) => indexes[columns.findIndex(([column]) => column === name)] !== -1
  const missing = columns.filter(
    ([name, { isRequired }]) => isRequired && !hasColumn(name) && !given.has(name),
  )
  for (const [position, first] of repeated) {
    const message = `dice lo mismo que la columna «${texts[first]}»`
    report.problem({
      ...location,
      column: texts[position] as string,
      message,
      expected: 'una sola de las dos',
    })
  }
  for (const [name] of missing) report.problem({ ...location, message: `falta la columna «${name}»` })
  const lacksAll = format.oneOf.length > 0 && !format.oneOf.some(hasColumn)
  if (lacksAll) report.problem({ ...location, message: `falta la columna «${format.oneOf.join('» o «')}»` })
  reportUnknownColumns(
    location,
    unknown.map((position) => texts[position] as string),
    format,
    report,
  )
  if (repeated.size + missing.length > 0 || lacksAll) return undefined
  const written = columns.flatMap(([name], index) => {
    const text = texts[indexes[index] as number]
    return text === undefined ? [] : [[name, text] as const]
  })
  return { indexes, texts, written: new Map(written), untitled }
}
