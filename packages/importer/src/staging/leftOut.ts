import type pg from 'pg'
import type { Referable } from '../problems.ts'
import { hasSchool, hasYear, type SheetName } from '../sheetRecords.ts'

/** SQL expressions for the names by which other sheets refer to a row. */
const names: Partial<Record<SheetName, string[]>> = {
  establecimientos: ["split_part(rbd, '-', 1)"],
  periodos: ['code', 'name'],
  cursos: ['code', "name || ' ' || letter"],
  funcionarios: ['rut'],
  asignaturas: ['code', 'name'],
  alumnos: ['rut'],
  apoderados: ["split_part(document, ':', 2)"],
  vinculos: ["split_part(document, ':', 2)"],
  evaluaciones: ['code'],
}

const isRejected =
  '(file, line) in (select file, line from problems union all select file, line from silent_problems)'

/** SQL condition that the row with the name `named`, an SQL expression, was skipped with a problem of its own. */
export const isLeftOut = (what: Referable, named: string): string => {
  const known = `select known_by from left_out where what = '${what}' and known_by is`
  return `(exists (${known} null) or pg_temp.key_of(${named}::text) in (${known} not null))`
}

/**
 * Records rows of this sheet that a check has rejected, or whose school or year is unknown, for the checks of
 * later sheets.
 */
export async function recordRejectedRows(client: pg.ClientBase, sheet: SheetName): Promise<void> {
  const named = names[sheet]
  if (!named) return
  const lacksSchoolOrYear = [
    ...(hasYear(sheet) ? ['year is null'] : []),
    ...(hasSchool(sheet) && sheet !== 'vinculos'
      ? ['rbd is null', 'rbd not in (select rbd from known_schools)']
      : []),
  ]
  await client.query(`insert into left_out
    select distinct '${sheet}', pg_temp.key_of(known_by) from ${sheet}
    cross join lateral (values (${named.join('), (')})) as way (known_by)
    where known_by is not null and (${[isRejected, ...lacksSchoolOrYear].join(' or ')})`)
}
