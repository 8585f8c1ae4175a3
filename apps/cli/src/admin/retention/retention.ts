import { removeExpired } from '@apoderados/core/retention/retention'
import { Refusal } from '@apoderados/importer/explain'
import { defineCommand } from '../command.ts'
import { eraseOverduePeople, type OverdueData, readOverdueData } from './overdue.ts'
import { removeFiles } from './removeFiles.ts'

const DEFAULT_RETENTION_YEARS = 2

/** @throws {Refusal} for an invalid number of years */
function readYears(text: string): number {
  if (!/^[1-9]\d?$/.test(text)) throw new Refusal('--years es un número de 1 a 99.')
  return Number(text)
}

/** @throws {Refusal} if no row references most of the files: the store may contain files of another database */
function refuseForeignFiles({ orphans }: OverdueData, isAllowed: boolean): void {
  if (isAllowed || orphans.ids.length * 2 <= orphans.total) return
  throw new Refusal(
    `Archivos que no son de esta base: ${orphans.ids.length} de ${orphans.total}. Si el almacén es el correcto, agregue --many-files.`,
  )
}

export const runRetention = defineCommand({
  name: 'retention run',
  summary:
    'Muestra qué datos cumplieron su plazo; con --apply los borra, y a los apoderados sin otro estudiante',
  options: {
    years: {
      value: 'años',
      about: `plazo: años escolares enteros desde la última matrícula; ${DEFAULT_RETENTION_YEARS} si no se dice`,
    },
    apply: { about: 'borra; sin esto solo cuenta' },
    'many-files': { about: 'también si más de la mitad de los archivos no tienen dueño' },
  },
  example: 'retention run --years 3 --apply',
  async run({ years: typed = String(DEFAULT_RETENTION_YEARS), apply, 'many-files': isAllowed }, context) {
    const { terminal, connect, auditCommand } = context
    const years = readYears(typed)
    const connection = await connect()
    const overdue = await readOverdueData(connection, years)
    const { abandoned, orphans } = overdue
    const students = [...overdue.leavers.values()].reduce((sum, { length }) => sum + length, 0)
    const counts = { years, students, abandoned: abandoned.length, files: orphans.ids.length }
    if (apply) {
      refuseForeignFiles(overdue, isAllowed)
      await removeExpired(connection.db)
      const accounts = await eraseOverduePeople(connection, context, overdue)
      const notRemoved = await removeFiles(connection.files, orphans.ids)
      await auditCommand(connection.db, { detail: { ...counts, accounts } })
      terminal.print('Borrado:')
      if (notRemoved > 0) terminal.warn(`Archivos que no se pudieron borrar ahora: ${notRemoved}.`)
    } else {
      await auditCommand(connection.db, { detail: { ...counts, dry_run: true } })
      terminal.print('Se borraría (repita con --apply):')
    }
    terminal.print(`  Plazo en años: ${years}`)
    terminal.print(`  Estudiantes que se fueron antes: ${students}`)
    terminal.print(`  Cuentas sin estudiantes ni uso en ese plazo: ${abandoned.length}`)
    terminal.print(`  Archivos que ningún dato nombra: ${orphans.ids.length}`)
    terminal.print('Sesiones, códigos, correos y auditoría vencidos los borra además el servidor cada hora.')
  },
})
