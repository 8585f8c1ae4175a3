import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { newImportListPath, removeOldImportLists } from '@apoderados/core/files/importLists'
import { counted } from '@apoderados/importer/counted'
import type { EndedRow } from '@apoderados/importer/merges/mergeChanges'
import { fetchRows } from '@apoderados/importer/staging/checks/runChecks'
import type pg from 'pg'
import type { Terminal } from '../terminal/terminal.ts'
import { endedCells, endedHeaders } from './report.ts'

/** A problem or warning, with all rows of its file that have it. */
type ProblemEntry = {
  file: number
  column: string | null
  message: string
  expected: string | null
  /** The number of rows; 0 for a problem of the whole file. */
  rows: number
  /** The first of these rows, in ascending order. */
  lines: number[]
}
type ProblemTable = 'problems' | 'warnings'

/** The maximum number of row numbers that an entry lists. */
const LISTED_ROWS_MAX = 1_000

const selectEntries = (
  table: ProblemTable,
) => `select file, "column", message, expected, count(distinct line)::int as rows,
    coalesce((array_agg(distinct line order by line) filter (where line is not null))[1:${LISTED_ROWS_MAX}], '{}') as lines
  from ${table} group by file, "column", message, expected order by file, min(line) nulls first, "column", min(ctid)`

function entryText({ column, message, expected, rows, lines }: ProblemEntry, file: string): string {
  const location = [file, lines.length > 0 && `fila ${lines[0]}`, column !== null && `columna «${column}»`]
  const expectation = expected === null ? '' : ` (se esperaba ${expected})`
  const moreText = rows > 1 ? `, y ${counted(rows - 1, 'más', 'más')}` : ''
  return `${location.filter(Boolean).join(', ')}: ${message}${expectation}${moreText}`
}

/** Formats row numbers as '4 a 29, 31', which no spreadsheet program converts to a date. */
function formatRanges(lines: number[]): string {
  const found: [first: number, last: number][] = []
  for (const line of lines) {
    const open = found.at(-1)
    if (open && line === open[1] + 1) open[1] = line
    else found.push([line, line])
  }
  return found.map(([first, last]) => (first === last ? first : `${first} a ${last}`)).join(', ')
}

function otherRowsText({ rows, lines }: ProblemEntry): string {
  const unlisted = rows - lines.length
  return formatRanges(lines.slice(1)) + (unlisted > 0 ? `, y ${counted(unlisted, 'más', 'más')}` : '')
}

/** Escapes cells that a spreadsheet program would run as a formula. */
const escapeFormula = (cell: string) => (/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell)
const csvLine = (cells: (string | number | null | undefined)[]) =>
  `${cells.map((cell) => `"${escapeFormula(String(cell ?? '')).replaceAll('"', '""')}"`).join(';')}\r\n`

/** The headings of the CSV file. */
export const listHeaders = ['tipo', 'archivo', 'fila', 'otras filas', 'columna', 'problema', 'se esperaba']

const csvCells = (type: string, entry: ProblemEntry, file: string) => [
  type,
  file,
  entry.lines[0],
  otherRowsText(entry),
  entry.column,
  entry.message,
  entry.expected,
]

/** Prints all entries and returns the number of their rows; an entry about a whole file counts as one. */
async function printEntries(
  client: pg.ClientBase,
  table: ProblemTable,
  files: string[],
  print: (line: string) => void,
): Promise<number> {
  let count = 0
  for await (const entries of fetchRows<ProblemEntry>(client, selectEntries(table))) {
    for (const entry of entries) {
      print(entryText(entry, files[entry.file] as string))
      count += Math.max(1, entry.rows)
    }
  }
  return count
}

/** Writes the entries as CSV for the school: errors first, then warnings, then the rows that end. */
async function writeList(
  client: pg.ClientBase,
  files: string[],
  path: string,
  ended: readonly EndedRow[],
): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await using csv = await open(path, 'w', 0o600)
  await csv.write(`\uFEFF${csvLine([...listHeaders, ...(ended.length > 0 ? endedHeaders : [])])}`)
  for (const [table, type] of [['problems', 'error'] as const, ['warnings', 'aviso'] as const]) {
    for await (const entries of fetchRows<ProblemEntry>(client, selectEntries(table)))
      await csv.write(
        entries.map((entry) => csvLine(csvCells(type, entry, files[entry.file] as string))).join(''),
      )
  }
  for (const row of ended)
    await csv.write(csvLine(['termina', '', '', '', '', row.what, '', ...endedCells(row)]))
}

type ListOptions = { path: string | undefined; dataDir: string; ended?: readonly EndedRow[] | undefined }

/**
 * Prints the warnings and then the problems, each in the order of the files; one that several rows have is printed
 * once. Writes them and the ended rows to a CSV file: at `path`, even if there are none; without `path` in `dataDir`, if
 * there are any.
 */
export async function reportProblems(
  client: pg.ClientBase,
  files: string[],
  terminal: Terminal,
  { path, dataDir, ended = [] }: ListOptions,
): Promise<void> {
  const warnings = await printEntries(client, 'warnings', files, (line) => terminal.print(`Aviso: ${line}`))
  const problems = await printEntries(client, 'problems', files, (line) => terminal.print(line))
  const found = [
    problems > 0 && counted(problems, 'problema', 'problemas'),
    warnings > 0 && counted(warnings, 'aviso', 'avisos'),
    ended.length > 0 && counted(ended.length, 'fila que termina', 'filas que terminan'),
  ].filter(Boolean)
  if (found.length === 0 && path === undefined) return
  if (path === undefined) await removeOldImportLists(dataDir) // because perhaps no server runs, which removes them too
  const list = path ?? newImportListPath(dataDir, new Date())
  await writeList(client, files, list, ended)
  if (found.length === 0) return
  terminal.print()
  terminal.print(`${found.join(' y ')}${problems > 0 ? ': no se importa nada' : ''}. Lista: ${list}`)
}
