import type { BackupContents } from '@apoderados/server/db/restore'
import type { Terminal } from '../terminal.ts'

const NAMED = [
  ['establishments', 'colegios'],
  ['students', 'estudiantes'],
  ['parents', 'cuentas de apoderados'],
  ['grades', 'notas'],
] as const

const number = new Intl.NumberFormat('es-CL')
const moment = new Intl.DateTimeFormat('es-CL', {
  ...{ day: '2-digit', month: '2-digit', year: 'numeric', hour: '2-digit', minute: '2-digit' },
  ...{ hourCycle: 'h23', timeZone: 'America/Santiago' },
})

/** What a backup holds, in a few lines. */
export function printContents(terminal: Terminal, { manifest, totals }: BackupContents): void {
  const rowsOf = (table: string) => totals.tables.find(({ name }) => name === table)?.rows ?? 0
  const rows = totals.tables.reduce((sum, table) => sum + table.rows, 0)
  terminal.print(
    `  hecho el ${moment.format(new Date(manifest.created_at))} con la versión ${manifest.product_version}`,
  )
  for (const [table, name] of NAMED) terminal.print(`  ${number.format(rowsOf(table))} ${name}`)
  terminal.print(`  ${number.format(rows)} filas en total`)
  const files = manifest.holds_files ? number.format(totals.files.count) : 'sin'
  terminal.print(`  ${files} fotos y documentos`)
}
