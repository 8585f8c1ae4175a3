import { counted } from '@apoderados/importer/counted'
import { excerpt } from '@apoderados/importer/formats/sheetText'
import type { ChangeExample, ColumnChange, EndedRow } from '@apoderados/importer/merges/mergeChanges'
import type { CountsByName } from '@apoderados/importer/writeSchool'
import type pg from 'pg'
import { printTable, type Terminal } from '../terminal/terminal.ts'

/** Prints one row of counts for each kind of data, without kinds whose counts are all zero. */
export function printCounts(terminal: Terminal, counts: CountsByName): void {
  const rows = Object.entries(counts).filter(
    ([, { added, changed, ended, unchanged }]) => added + changed + ended + unchanged > 0,
  )
  printTable(
    terminal,
    ['', 'nuevos', 'cambian', 'terminan', 'siguen igual'],
    rows.map(([name, { added, changed, ended, unchanged }]) => [
      name,
      ...[added, changed, ended, unchanged].map(String),
    ]),
  )
}

const displayValue = (value: string | null) => (value === null ? '(vacío)' : excerpt(value))

function exampleLine({ file, line, before, after }: ChangeExample, files: string[]): string {
  const location = file === null ? '' : `${excerpt(files[file] ?? '')}, fila ${line}: `
  return `  ${location}${displayValue(before)} → ${displayValue(after)}`
}

/** Prints changes of existing rows, column by column. The output contains personal data and must not be logged. */
export function printChanges(terminal: Terminal, changes: ColumnChange[], files: string[]): void {
  if (changes.length === 0) return
  terminal.print()
  terminal.print('Datos que cambian en filas que ya están, con hasta cinco ejemplos de cada uno:')
  for (const { merge, column, changed, emptied, examples } of changes) {
    const emptiedPart = emptied > 0 ? `, de ellos ${counted(emptied, 'queda vacío', 'quedan vacíos')}` : ''
    terminal.print(`${merge} · ${column}: ${counted(changed, 'cambia', 'cambian')}${emptiedPart}`)
    for (const example of examples) terminal.print(exampleLine(example, files))
  }
}

/** '40.100.001-1'; empty without a number. */
const runText = ({ rut, rut_dv }: EndedRow) =>
  rut === null ? '' : `${rut.replace(/\B(?=(\d{3})+$)/g, '.')}-${rut_dv}`

/** The columns of the ended rows, on the screen and in the list. */
export const endedHeaders = ['curso', 'nombre', 'run']
export const endedCells = (row: EndedRow) => [row.course ?? '', row.name, runText(row)]

/** Prints who ends with the import. The output contains personal data and must not be logged. */
export function printEnded(terminal: Terminal, ended: readonly EndedRow[]): void {
  if (ended.length === 0) return
  terminal.print()
  printTable(
    terminal,
    ['termina', ...endedHeaders],
    ended.map((row) => [row.what, ...endedCells(row)]),
  )
}

const SCHOOLS_NAMED_MAX = 10

/** Prints the files' schools, and how many guardians keep their data because they have links in another school. */
export async function printSchools(client: pg.ClientBase, terminal: Terminal): Promise<void> {
  const { rows } = await client.query<{ named: string }>(
    `select concat_ws(' ', rbd, coalesce(sheet.name, live.name)) as named from known_schools
    left join establecimientos sheet using (rbd) left join establishments live using (rbd) order by rbd`,
  )
  const named = rows.slice(0, SCHOOLS_NAMED_MAX).map((row) => row.named)
  const moreText = rows.length > SCHOOLS_NAMED_MAX ? [`y ${rows.length - SCHOOLS_NAMED_MAX} más`] : []
  terminal.print(`Establecimientos de esta entrega: ${[...named, ...moreText].join(', ') || 'ninguno'}.`)
  const foreign = await client.query<{ count: string }>(
    'select count(*) from apoderados join foreign_accounts using (document) where is_elsewhere',
  )
  const count = Number(foreign.rows[0]?.count)
  if (count > 0) {
    const guardians = counted(count, 'apoderado tiene', 'apoderados tienen')
    terminal.print(`${guardians} vínculos en otro colegio: sus datos no cambian.`)
  }
}

/** Prints the next steps for accounts whose e-mail changed. */
export function printEmailChanges(terminal: Terminal, emailsChanged: number): void {
  if (emailsChanged === 0) return
  terminal.print(
    `Cambió el correo de ${counted(emailsChanged, 'cuenta', 'cuentas')}. Se avisa al correo anterior, y la clave que les había llegado ya no sirve.`,
  )
  terminal.print('No se les dio otra. Para invitar de nuevo:')
  terminal.print('  npm run admin -- invitation send <correo> --mail')
  terminal.print('  npm run admin -- invitation send --all --mail    (a todos los que esperan una)')
}
