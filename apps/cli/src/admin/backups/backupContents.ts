import type { BackupContents } from '@apoderados/database/backup/backupFormat'
import { chileanNumber } from '@apoderados/importer/counted'
import type { Terminal } from '../../terminal/terminal.ts'

const COUNTED_TABLES = [
  ['establishments', 'Colegios'],
  ['students', 'Estudiantes'],
  ['parents', 'Cuentas de apoderados'],
  ['grades', 'Notas'],
] as const

const momentFormat = new Intl.DateTimeFormat('es-CL', {
  ...{ dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23', timeZone: 'America/Santiago' },
})

/** Prints a summary of the backup. */
export function printContents(terminal: Terminal, { manifest, totals }: BackupContents): void {
  const rowsOf = (table: string) => totals.tables.find(({ name }) => name === table)?.rows ?? 0
  const rows = totals.tables.reduce((sum, table) => sum + table.rows, 0)
  const { created_at, product_version, holds_files } = manifest
  terminal.print(`  Hecho el ${momentFormat.format(new Date(created_at))} con la versión ${product_version}`)
  for (const [table, name] of COUNTED_TABLES) terminal.print(`  ${name}: ${chileanNumber(rowsOf(table))}`)
  terminal.print(`  Filas en total: ${chileanNumber(rows)}`)
  const files = holds_files ? chileanNumber(totals.files.count) : 'no están en este respaldo'
  terminal.print(`  Fotos y documentos: ${files}`)
}
