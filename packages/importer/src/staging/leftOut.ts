import type pg from 'pg'
import type { ReferenceTarget } from '../problems.ts'
import { hasSchool, hasYear, type SheetName } from '../sheetRecords.ts'

/** SQL expressions for the names by which rows of other sheets may refer to a row of the sheet. */
const referenceNames: Partial<Record<SheetName, string[]>> = {
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

const REJECTED_CONDITION =
  '(file, line) in (select file, line from problems union all select file, line from suppressed_problems)'

/** Returns the SQL condition that the row or document `named`, an SQL expression, was left out with its own problem. */
export const leftOutCondition = (what: ReferenceTarget, named: string): string => {
  const known = `select known_by from rejected_rows where what = '${what}' and known_by is`
  return `(exists (${known} null) or pg_temp.normalize_name(${named}::text) in (${known} not null))`
}

/** Records rows that a check rejected, or whose school or year is unknown, as left out, for checks of later sheets. */
export async function recordRejectedRows(client: pg.ClientBase, sheet: SheetName): Promise<void> {
  const named = referenceNames[sheet]
  if (!named) return
  const lacksSchoolOrYear = [
    ...(hasYear(sheet) ? ['year is null'] : []),
    ...(hasSchool(sheet) && sheet !== 'vinculos'
      ? ['rbd is null', 'rbd not in (select rbd from known_schools)']
      : []),
  ]
  await client.query(`insert into rejected_rows
    select distinct '${sheet}', pg_temp.normalize_name(known_by) from ${sheet}
    cross join lateral (values (${named.join('), (')})) as way (known_by)
    where known_by is not null and (${[REJECTED_CONDITION, ...lacksSchoolOrYear].join(' or ')})`)
}
