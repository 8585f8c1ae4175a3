import type { SheetName } from '../../sheetRecords.ts'
import { otherRowText, type StagingCheck } from './stagingCheck.ts'

const spanishDay = (column: string) => `to_char(${column}, 'DD-MM-YYYY')`

/**
 * Returns a check for closures whose first or last day, `day`, is outside their school year. It finds none if a row of
 * the periods was left out, since the school year is then unknown.
 */
const outsideYearCheck = (column: string, day: string, where = 'true'): StagingCheck => ({
  column,
  sql: `select file, line, sheet.year, ${spanishDay('first_day')} as first_day, ${spanishDay('last_day')} as last_day
    from resolved_dias_sin_clases sheet join school_years using (rbd, year)
    where sheet.${day} not between first_day and last_day and ${where}
      and not exists (select from rejected_rows where what = 'periodos')`,
  message: ({ year }) => `la fecha está fuera del año escolar ${year}`,
  expected: ({ first_day, last_day }) => `un día del ${first_day} al ${last_day}`,
})

export const closureChecks: Partial<Record<SheetName, StagingCheck[]>> = {
  dias_sin_clases: [
    {
      column: 'ultimo_dia',
      sql: 'select file, line from resolved_dias_sin_clases where ends_on < starts_on',
      message: () => 'el último día es anterior al primero',
    },
    outsideYearCheck('primer_dia', 'starts_on'),
    outsideYearCheck(
      'ultimo_dia',
      'ends_on',
      'ends_on > starts_on and starts_on between first_day and last_day',
    ),
    {
      column: 'primer_dia',
      // Compares a closure with the one that ends last among those that start before it.
      sql: `select file, line, longest[2] as other_file, longest[3] as other_line from (
        select file, line, starts_on, max(ends_on) over before as latest_end,
          max(array[ends_on - date '2000-01-01', file, line]) over before as longest
        from resolved_dias_sin_clases where ends_on >= starts_on
        window before as (partition by rbd order by starts_on, file, line rows between unbounded preceding and 1 preceding)
      ) closure where starts_on <= latest_end`,
      message: (found, files) => `se superpone con los días de la fila ${otherRowText(found, files)}`,
    },
  ],
}
