import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { newImportList, removeOldImportLists } from '@apoderados/server/importLists'
import type pg from 'pg'
import { printTable, type Terminal } from '../terminal.ts'
import { fetchRows } from './staging/checks/run.ts'
import type { CountsByName } from './write.ts'

type Told = {
  file: number
  line: number | null
  column: string | null
  message: string
  expected: string | null
}

const select = (table: string) => `select file, line, "column", message, expected from ${table}
  order by file, line nulls first, "column"`

function sentence({ line, column, message, expected }: Told, file: string): string {
  const place = [file, line !== null && `fila ${line}`, column !== null && `columna «${column}»`]
  const wanted = expected === null ? '' : ` (se esperaba ${expected})`
  return `${place.filter(Boolean).join(', ')}: ${message}${wanted}`
}

/** Opened by a spreadsheet program, a cell that begins like a formula would run as one. */
const harmless = (cell: string) => (/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell)
const csvLine = (cells: (string | number | null)[]) =>
  `${cells.map((cell) => `"${harmless(String(cell ?? '')).replaceAll('"', '""')}"`).join(';')}\r\n`

export async function anyProblem(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query('select 1 from problems limit 1')
  return rows.length > 0
}

/** Every problem in the order of the files, on the terminal and as CSV to be sent back. */
export async function tellProblems(
  client: pg.ClientBase,
  files: string[],
  terminal: Terminal,
  path: string,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const csv = await open(path, 'w', 0o600)
  let count = 0
  try {
    await csv.write(`\uFEFF${csvLine(['archivo', 'fila', 'columna', 'problema', 'se esperaba'])}`)
    for await (const some of fetchRows<Told>(client, select('problems'))) {
      for (const told of some) terminal.print(sentence(told, files[told.file] as string))
      const lines = some.map(({ file, line, column, message, expected }) =>
        csvLine([files[file] as string, line, column, message, expected]),
      )
      await csv.write(lines.join(''))
      count += some.length
    }
  } finally {
    await csv.close()
  }
  terminal.print()
  terminal.print(`${count} ${count === 1 ? 'problema' : 'problemas'}: no se importa nada. Lista: ${path}`)
}

export async function tellWarnings(
  client: pg.ClientBase,
  files: string[],
  terminal: Terminal,
): Promise<void> {
  for await (const some of fetchRows<Told>(client, select('warnings'))) {
    for (const told of some) terminal.print(`Aviso: ${sentence(told, files[told.file] as string)}`)
  }
}

/** A new list's place below `dataDir`; those of a month ago go, as no server may run there that takes them. */
export async function errorsPath(dataDir: string, now: Date): Promise<string> {
  await removeOldImportLists(dataDir)
  return newImportList(dataDir, now)
}

/** A row for each kind of which anything came or went. */
export function printCounts(terminal: Terminal, counts: CountsByName): void {
  const rows = Object.entries(counts).filter(
    ([, { added, changed, ended, left }]) => added + changed + ended + left > 0,
  )
  printTable(
    terminal,
    ['', 'nuevos', 'cambian', 'terminan', 'siguen igual'],
    rows.map(([name, { added, changed, ended, left }]) => [
      name,
      ...[added, changed, ended, left].map(String),
    ]),
  )
}

export function addCounts(total: CountsByName, counts: CountsByName): void {
  for (const [name, { added, changed, ended, left }] of Object.entries(counts)) {
    const sum = total[name] ?? { added: 0, changed: 0, ended: 0, left: 0 }
    total[name] = {
      added: sum.added + added,
      changed: sum.changed + changed,
      ended: sum.ended + ended,
      left: sum.left + left,
    }
  }
}
