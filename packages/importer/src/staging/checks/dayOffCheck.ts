import type { SheetName } from '../../sheetRecords.ts'
import type { FoundRow, StagingCheck } from './stagingCheck.ts'

const rowCountText = (count: unknown) => (count === 1 ? '1 fila' : `${count} filas`)

function dayOffReasonText({ kind, name }: FoundRow): string {
  if (kind === 'holiday') return `, que es feriado: ${name}`
  return kind === 'vacation' ? ', que es de vacaciones' : `, que es un día sin clases: ${name}`
}

/**
 * Returns a check that warns of days without classes on which a sheet has rows, once for each school and day. `day` is
 * SQL for the day of a row; `what` names the rows in the message.
 */
export const dayOffCheck = (sheet: SheetName, column: string, day: string, what: string): StagingCheck => ({
  column,
  sql: `select first[1] as file, first[2] as line, to_char(day, 'DD-MM-YYYY') as day, count, kind, name
    from (
      select rbd, year, ${day}::date as day, count(*)::integer as count, min(array[file, line]) as first
      from ${sheet} group by 1, 2, 3
    ) given join days_off using (rbd, year)
    where day between starts_on and ends_on order by first`,
  message: (found) => `hay ${what} el ${found.day}${dayOffReasonText(found)} (${rowCountText(found.count)})`,
  isWarning: true,
})
