import type { Report, RowLocation } from '../problems.ts'
import type { WrittenHeaders } from '../sheetRecords.ts'
import type { SheetFormat } from './column.ts'
import { excerpt, keyOf, nearest } from './sheetText.ts'

/** Which cells of a row hold what. */
export type Headers = {
  /** Of each column of the format; -1 where the sheet lacks it. */
  indexes: number[]
  /** As the file writes them, fit for a message. */
  texts: string[]
  /** Of them, those of the format's columns that the sheet has, by the column's name. */
  written: WrittenHeaders
  /** Cells under no header, where nothing should stand. */
  untitled: number[]
}

/** Unknown columns that are told one by one; a sheet may have thousands. */
const TOLD = 20

type Names = { columns: Map<string, number>; synonyms: Map<string, number>; unused: Set<string> }
const namesOf = new Map<SheetFormat, Names>()

/** Every way to write a header of this format, by `keyOf`. */
function readNames(format: SheetFormat): Names {
  const known = namesOf.get(format)
  if (known) return known
  const entries = Object.entries(format.columns)
  const names = {
    columns: new Map(entries.map(([name], index) => [keyOf(name), index])),
    synonyms: new Map(
      entries.flatMap(([, { synonyms = [] }], index) =>
        synonyms.map((text) => [keyOf(text), index] as const),
      ),
    ),
    unused: new Set(format.unused.map(keyOf)),
  }
  namesOf.set(format, names)
  return names
}

/** `repeated` says of which other each says the same. */
type Match = { indexes: number[]; repeated: Map<number, number>; unknown: number[]; untitled: number[] }

/** A column's own name goes before what else schools call it: that is unknown then. */
function match(headers: string[], format: SheetFormat): Match {
  const { columns, synonyms, unused } = readNames(format)
  const found: Match = {
    ...{ indexes: Array(columns.size).fill(-1), repeated: new Map(), unknown: [], untitled: [] },
  }
  const keys = headers.map(keyOf)
  const taken = new Set(keys.map((key) => columns.get(key)).filter((index) => index !== undefined))
  for (const [position, key] of keys.entries()) {
    const synonym = synonyms.get(key)
    const column = columns.get(key) ?? (synonym === undefined || taken.has(synonym) ? undefined : synonym)
    if (key === '') found.untitled.push(position)
    else if (column === undefined) {
      if (!unused.has(key)) found.unknown.push(position)
    } else if (found.indexes[column] === -1) found.indexes[column] = position
    else found.repeated.set(position, found.indexes[column] as number)
  }
  return found
}

/** Headers looked at to recognise a sheet; no format has so many. */
const LOOKED_AT = 200

/**
 * How well a header row suits a format: undefined where a required column lacks, else the more the better, and a
 * column's own name more than a synonym.
 */
export function suits(headers: string[], format: SheetFormat): number | undefined {
  const first = headers.slice(0, LOOKED_AT)
  const { indexes, unknown } = match(first, format)
  const columns = Object.entries(format.columns)
  const found = columns.filter((_, index) => indexes[index] !== -1)
  if (
    found.filter(([, { isRequired }]) => isRequired).length <
    columns.filter(([, { isRequired }]) => isRequired).length
  )
    return undefined
  const byName = found.filter(([name]) => first.some((header) => keyOf(header) === keyOf(name)))
  return found.length + byName.length - unknown.length / LOOKED_AT
}

const othersUnknown = (count: number) =>
  count === 1 ? 'hay 1 columna más que no se conoce' : `hay ${count} columnas más que no se conocen`

function reportUnknown(place: RowLocation, texts: string[], format: SheetFormat, report: Report): void {
  const names = Object.keys(format.columns)
  for (const text of texts.slice(0, TOLD)) {
    const name = nearest(text, names)
    report.warning({
      ...{ ...place, column: text, message: 'no se conoce esta columna: no se importa' },
      ...(name && { expected: `¿${name}?` }),
    })
  }
  if (texts.length > TOLD) report.warning({ ...place, message: othersUnknown(texts.length - TOLD) })
}

/** Undefined after problems were told: the sheet cannot be read then. `given` are columns that options replace. */
export function readHeaders(
  place: RowLocation,
  headers: string[],
  format: SheetFormat,
  given: Set<string>,
  report: Report,
): Headers | undefined {
  const titled = headers.slice(0, headers.findLastIndex((header) => header.trim() !== '') + 1)
  const { indexes, repeated, unknown, untitled } = match(titled, format)
  const texts = titled.map(excerpt)
  const columns = Object.entries(format.columns)
  const isThere = (name: string) => indexes[columns.findIndex(([column]) => column === name)] !== -1
  const missing = columns.filter(([name, { isRequired }]) => isRequired && !isThere(name) && !given.has(name))
  for (const [position, first] of repeated) {
    const message = `dice lo mismo que la columna «${texts[first]}»`
    report.problem({ ...place, column: texts[position] as string, message, expected: 'una sola de las dos' })
  }
  for (const [name] of missing) report.problem({ ...place, message: `falta la columna «${name}»` })
  const lacksAll = format.oneOf.length > 0 && !format.oneOf.some(isThere)
  if (lacksAll) report.problem({ ...place, message: `falta la columna «${format.oneOf.join('» o «')}»` })
  reportUnknown(
    place,
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
