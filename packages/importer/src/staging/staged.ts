import type pg from 'pg'
import { COLUMN_SEPARATOR } from '../formats/matrix.ts'
import { normalizeName } from '../formats/sheetText.ts'
import type { Problem, Report } from '../problems.ts'
import { sheetFields } from '../sheetFields.ts'
import {
  type Batch,
  hasSchool,
  type Scope,
  type SheetName,
  sheetNames,
  type WrittenHeaders,
} from '../sheetRecords.ts'
import { type CopyValue, copyInto, copyLine } from './copy.ts'

/** The number of lines of a table that are collected before they are written by COPY. */
const LINES_PER_COPY = 5_000

/** Returns an array in PostgreSQL's notation; null for an empty array, because null takes no space in a row. */
const arrayLiteral = (names: readonly string[]) => (names.length > 0 ? `{${names.join(',')}}` : null)

const PROBLEM_COLUMNS = 'file integer, line integer, "column" text, message text, expected text'

async function createStagingTables(client: pg.ClientBase): Promise<void> {
  const sheets = sheetNames.map((sheet) => {
    const columns = Object.entries(sheetFields[sheet]).map(([name, { sql }]) => `${name} ${sql}`)
    return `create temp table raw_${sheet} (file smallint, line integer, omitted text[], ${columns.join(', ')})`
  })
  await client.query(`${sheets.join(';')};
    create temp table problems (${PROBLEM_COLUMNS});
    create temp table warnings (${PROBLEM_COLUMNS});
    create temp table rejected_rows (what text, known_by text);
    create temp table kept_rows (kind text, row_name text);
    create temp table suppressed_problems (file integer, line integer)`)
}

/**
 * Creates the sheets as temporary tables of one connection, and returns functions that fill them. `raw_<sheet>`
 * contains the records as delivered, and in `omitted` the fields for which their file has no column. Problems are
 * collected in tables too, so that they can be listed in the order of the files.
 */
export async function createStagedSheets(client: pg.ClientBase) {
  await createStagingTables(client)
  const collected = new Map<string, string[]>()
  const files: string[] = []
  const numbers = new Map<string, number>()
  const headersOf = new Map<string, WrittenHeaders>()
  const rowsOf = new Map<string, number>()
  const rows = Object.fromEntries(sheetNames.map((sheet) => [sheet, 0])) as Record<SheetName, number>

  function numberOf(file: string): number {
    const known = numbers.get(file)
    if (known !== undefined) return known
    numbers.set(file, files.length)
    return files.push(file.split(COLUMN_SEPARATOR)[0] as string) - 1
  }
  function addLine(table: string, cells: CopyValue[]): void {
    const lines = collected.get(table)
    if (lines) lines.push(copyLine(cells))
    else collected.set(table, [copyLine(cells)])
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

  const report: Report = {
    problem: recorderOf('problems'),
    warning: recorderOf('warnings'),
    leftOut: (what, name) => addLine('rejected_rows', [what, name && normalizeName(name)]),
  }

  return {
    rows,
    /** The number of valid rows of each sheet, by its name. */
    rowsOf: rowsOf as ReadonlyMap<string, number>,
    /** The file names, by the numbers in the column `file`. */
    files,
    report,
    /** Records a row that is wrong only because of another problem, which was reported. */
    recordConsequence: (file: number, line: number) => addLine('suppressed_problems', [file, line]),
    /** The file's header for a column of the sheet; the column's own name if the header is unknown. */
    headerOf: (sheet: SheetName, file: number, column: string): string =>
      headersOf.get(`${sheet} ${file}`)?.get(column) ?? column,
    async add({ sheet, rows: added, headers }: Batch): Promise<void> {
      const [first] = added
      if (first && headers) headersOf.set(`${sheet} ${numberOf(first.location.file)}`, headers)
      const names = Object.keys(sheetFields[sheet])
      const table = `raw_${sheet}`
      if (first) {
        const file = files[numberOf(first.location.file)] as string
        rowsOf.set(file, (rowsOf.get(file) ?? 0) + added.length)
      }
      for (const { location, record, omitted = [] } of added) {
        const cells = names.map((name) => record[name as keyof typeof record] as CopyValue)
        addLine(table, [numberOf(location.file), location.line, arrayLiteral(omitted), ...cells])
      }
      rows[sheet] += added.length
      for (const [name, lines] of collected) if (lines.length >= LINES_PER_COPY) await flush(name)
    },
    /** Writes all collected lines. Call it regularly, so that they do not fill the memory, and at the end. */
    flush: flushAll,
    /** Writes the collected lines, and lets PostgreSQL analyze the tables. Call it after the last batch was added. */
    async finish(): Promise<void> {
      await flushAll()
      await client.query(`analyze ${sheetNames.map((sheet) => `raw_${sheet}`).join(', ')}`)
    },
  }
}

export type StagedSheets = Awaited<ReturnType<typeof createStagedSheets>>

/**
 * Creates a view of each sheet that replaces a missing school and year by the defaults `rbd` and `year`, null if there
 * is none, and the table `default_school` with `rbd`.
 */
export async function createSheetViews(client: pg.ClientBase, { rbd, year }: Scope): Promise<void> {
  await client.query('create temp table default_school (rbd text)')
  if (rbd !== null) await client.query('insert into default_school values ($1)', [rbd])
  const views = sheetNames.map((sheet) => {
    const filled = (column: string, value: string | number | null, quote = '') =>
      value === null ? column : `coalesce(${column}, ${quote}${value}${quote}) as ${column}`
    const columns = Object.keys(sheetFields[sheet]).map((column) => {
      if (column === 'rbd') return filled('rbd', rbd, "'")
      if (column === 'year') return filled('year', year)
      return column
    })
    return `create temp view ${sheet} as select file, line, omitted, ${columns.join(', ')} from raw_${sheet}`
  })
  const indexes = sheetNames.filter(hasSchool).map((sheet) => `create index on raw_${sheet} (rbd)`)
  await client.query([...views, ...indexes, 'create index on raw_vinculos (document)'].join(';'))
}
