import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { newImportList, removeOldImportLists } from '@apoderados/database/files/importLists'
import { counted } from '@apoderados/importer/counted'
import { fetchRows } from '@apoderados/importer/staging/checks/runChecks'
import type pg from 'pg'
import type { Terminal } from '../terminal/terminal.ts'

/** A problem or warning, with every row of its file that has the same. */
type Entry = {
  file: number
  column: string | null
  message: string
  expected: string | null
  /** How many rows; 0 where the whole file is meant. */
  rows: number
  /** The first of them, in order. */
  lines: number[]
}
type Table = 'problems' | 'warnings'

/** Rows of one entry that are listed. */
const LISTED_MAX = 1_000

const select = (table: Table) => `select file, "column", message, expected, count(distinct line)::int as rows,
    coalesce((array_agg(distinct line order by line) filter (where line is not null))[1:${LISTED_MAX}], '{}') as lines
  from ${table} group by file, "column", message, expected order by file, min(line) nulls first, "column", min(ctid)`

function sentence({ column, message, expected, rows, lines }: Entry, file: string): string {
  const place = [file, lines.length > 0 && `fila ${lines[0]}`, column !== null && `columna «${column}»`]
  const wanted = expected === null ? '' : ` (se esperaba ${expected})`
  const more = rows > 1 ? `, y ${counted(rows - 1, 'más', 'más')}` : ''
  return `${place.filter(Boolean).join(', ')}: ${message}${wanted}${more}`
}

/** '4 a 29, 31': no spreadsheet program takes it for a date. */
function ranges(lines: number[]): string {
  const found: [first: number, last: number][] = []
  for (const line of lines) {
    const open = found.at(-1)
    if (open && line === open[1] + 1) open[1] = line
    else found.push([line, line])
  }
  return found.map(([first, last]) => (first === last ? first : `${first} a ${last}`)).join(', ')
}

function otherRows({ rows, lines }: Entry): string {
  const unlisted = rows - lines.length
  return ranges(lines.slice(1)) + (unlisted > 0 ? `, y ${counted(unlisted, 'más', 'más')}` : '')
}

/** Opened by a spreadsheet program, a cell that begins like a formula would run as one. */
const harmless = (cell: string) => (/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell)
const csvLine = (cells: (string | number | null | undefined)[]) =>
  `${cells.map((cell) => `"${harmless(String(cell ?? '')).replaceAll('"', '""')}"`).join(';')}\r\n`

export const listHeaders = ['tipo', 'archivo', 'fila', 'otras filas', 'columna', 'problema', 'se esperaba']

const csvCells = (type: string, entry: Entry, file: string) => [
  ...[type, file, entry.lines[0], otherRows(entry), entry.column, entry.message, entry.expected],
]

export async function anyProblem(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query('select 1 from problems limit 1')
  return rows.length > 0
}

/** Returns how many rows and files they are about. */
async function printAll(
  client: pg.ClientBase,
  table: Table,
  files: string[],
  print: (line: string) => void,
): Promise<number> {
  let count = 0
  for await (const entries of fetchRows<Entry>(client, select(table))) {
    for (const entry of entries) {
      print(sentence(entry, files[entry.file] as string))
      count += Math.max(1, entry.rows)
    }
  }
  return count
}

/** The same as CSV to be sent back to the school: errors first, then warnings. */
async function writeList(client: pg.ClientBase, files: string[], path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const csv = await open(path, 'w', 0o600)
  try {
    await csv.write(`\uFEFF${csvLine(listHeaders)}`)
    for (const [table, type] of [['problems', 'error'] as const, ['warnings', 'aviso'] as const]) {
      for await (const entries of fetchRows<Entry>(client, select(table)))
        await csv.write(
          entries.map((entry) => csvLine(csvCells(type, entry, files[entry.file] as string))).join(''),
        )
    }
  } finally {
    await csv.close()
  }
}

/** A new list's place below `dataDir`; those of a month ago go, as no server may run there that takes them. */
async function newList(dataDir: string): Promise<string> {
  await removeOldImportLists(dataDir)
  return newImportList(dataDir, new Date())
}

/**
 * Every problem and warning in the order of the files, the same of several rows once, and a list of them as CSV: at
 * `path` also where there is none, else below `dataDir`.
 */
export async function reportProblems(
  client: pg.ClientBase,
  files: string[],
  terminal: Terminal,
  { path, dataDir }: { path: string | undefined; dataDir: string },
): Promise<void> {
  const warnings = await printAll(client, 'warnings', files, (line) => terminal.print(`Aviso: ${line}`))
  const problems = await printAll(client, 'problems', files, (line) => terminal.print(line))
  if (problems + warnings === 0) {
    if (path !== undefined) await writeList(client, files, path)
    return
  }
  const list = path ?? (await newList(dataDir))
  await writeList(client, files, list)
  const found = [
    problems > 0 && counted(problems, 'problema', 'problemas'),
    warnings > 0 && counted(warnings, 'aviso', 'avisos'),
  ].filter(Boolean)
  terminal.print()
  terminal.print(`${found.join(' y ')}${problems > 0 ? ': no se importa nada' : ''}. Lista: ${list}`)
}
