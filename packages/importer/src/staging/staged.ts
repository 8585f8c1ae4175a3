import type pg from 'pg'
import { keyOf } from '../formats/sheetText.ts'
import type { Problem, Report } from '../problems.ts'
import { sheetFields } from '../sheetFields.ts'
import {
  type Batch,
  hasSchool,
  hasYear,
  type SheetName,
  sheetNames,
  type WrittenHeaders,
} from '../sheetRecords.ts'
import { type Cell, copyInto, copyLine } from './copy.ts'

/** The number of lines that are collected before a COPY. */
const LINES_PER_COPY = 5_000

/**
 * The sheets as temporary tables of one connection. `raw_<sheet>` contains the records as delivered, and in `omitted`
 * the fields for which their file has no column. Problems are collected in tables too, so that they can be listed in
 * the order of the files.
 */
export type Staged = {
  add(batch: Batch): Promise<void>
  report: Report
  /** Records a row that is wrong only because of another problem, which was reported. */
  recordConsequence(file: number, line: number): void
  /** Writes the collected problems; call it regularly, and at the end. */
  flush(): Promise<void>
  /** Call this after the last batch was added. */
  finish(): Promise<void>
  rows: Record<SheetName, number>
  /** The file names, by the numbers in the column `file`. */
  files: string[]
  /** The file's header for a column of the sheet; the column's own name if the header is unknown. */
  headerOf(sheet: SheetName, file: number, column: string): string
}

/** Returns an array in PostgreSQL's notation; null for an empty array, because null takes no space in a row. */
const arrayLiteral = (names: readonly string[]) => (names.length > 0 ? `{${names.join(',')}}` : null)

const PROBLEM_COLUMNS = 'file integer, line integer, "column" text, message text, expected text'

async function createTables(client: pg.ClientBase): Promise<void> {
  const sheets = sheetNames.map((sheet) => {
    const columns = Object.entries(sheetFields[sheet]).map(([name, { sql }]) => `${name} ${sql}`)
    return `create temp table raw_${sheet} (file smallint, line integer, omitted text[], ${columns.join(', ')})`
  })
  await client.query(`${sheets.join(';')};
    create temp table problems (${PROBLEM_COLUMNS});
    create temp table warnings (${PROBLEM_COLUMNS});
    create temp table left_out (what text, known_by text);
    create temp table silent_problems (file integer, line integer)`)
}

export async function createStaged(client: pg.ClientBase): Promise<Staged> {
  await createTables(client)
  const collected = new Map<string, string[]>()
  const files: string[] = []
  const numbers = new Map<string, number>()
  const headersOf = new Map<string, WrittenHeaders>()
  const rows = Object.fromEntries(sheetNames.map((sheet) => [sheet, 0])) as Record<SheetName, number>

  function numberOf(file: string): number {
    const known = numbers.get(file)
    if (known !== undefined) return known
    numbers.set(file, files.length)
    return files.push(file) - 1
  }
  function addLine(table: string, cells: Cell[]): string[] {
    const lines = collected.get(table) ?? []
    if (lines.length === 0) collected.set(table, lines)
    lines.push(copyLine(cells))
    return lines
  }
  async function flush(table: string): Promise<void> {
    const lines = collected.get(table) ?? []
    collected.delete(table)
    if (lines.length > 0) await copyInto(client, table, lines)
  }
  async function flushAll(): Promise<void> {
    for (const table of collected.keys()) await flush(table)
  }
  const recorderOf = (table: string) => (problem: Problem) => {
    const { file, line, column, message, expected } = problem
    addLine(table, [numberOf(file), line, column, message, expected])
  }

  return {
    rows,
    files,
    report: {
      problem: recorderOf('problems'),
      warning: recorderOf('warnings'),
      leftOut: (what, name) => void addLine('left_out', [what, name && keyOf(name)]),
    },
    recordConsequence: (file, line) => void addLine('silent_problems', [file, line]),
    headerOf: (sheet, file, column) => headersOf.get(`${sheet} ${file}`)?.get(column) ?? column,
    async add({ sheet, rows: added, headers }) {
      const [first] = added
      if (first && headers) headersOf.set(`${sheet} ${numberOf(first.location.file)}`, headers)
      const names = Object.keys(sheetFields[sheet])
      const table = `raw_${sheet}`
      for (const { location, record, omitted = [] } of added) {
        const cells = names.map((name) => record[name as keyof typeof record] as Cell)
        addLine(table, [numberOf(location.file), location.line, arrayLiteral(omitted), ...cells])
      }
      rows[sheet] += added.length
      for (const [name, lines] of collected) if (lines.length >= LINES_PER_COPY) await flush(name)
    },
    flush: flushAll,
    async finish() {
      await flushAll()
      await client.query(`analyze ${sheetNames.map((sheet) => `raw_${sheet}`).join(', ')}`)
    },
  }
}

/** The school and year of rows that do not state them; null if there is no default. */
export type SheetDefaults = { rbd: string | null; year: number | null }

/**
 * Creates a view of each sheet that replaces a missing school and year by the defaults, and the table `default_school`
 * with the default school.
 */
export async function createSheetViews(client: pg.ClientBase, { rbd, year }: SheetDefaults): Promise<void> {
  await client.query('create temp table default_school (rbd text)')
  if (rbd !== null) await client.query('insert into default_school values ($1)', [rbd])
  const views = sheetNames.map((sheet) => {
    const filled = (column: string, value: string | number | null, quote = '') =>
      value === null ? column : `coalesce(${column}, ${quote}${value}${quote}) as ${column}`
    const columns = Object.keys(sheetFields[sheet]).map((column) => {
      if (column === 'rbd' && hasSchool(sheet)) return filled('rbd', rbd, "'")
      if (column === 'year' && hasYear(sheet)) return filled('year', year)
      return column
    })
    return `create temp view ${sheet} as select file, line, omitted, ${columns.join(', ')} from raw_${sheet}`
  })
  const indexes = sheetNames.filter(hasSchool).map((sheet) => `create index on raw_${sheet} (rbd)`)
  await client.query([...views, ...indexes, 'create index on raw_vinculos (document)'].join(';'))
}
