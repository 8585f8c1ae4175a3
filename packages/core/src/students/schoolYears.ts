import type { Closure, SchoolYear } from '@apoderados/contract/values/daysOff'
import { and, eq, gte, lt, type SQLWrapper, sql } from 'drizzle-orm'
import type { Queryable } from '../db/client/open.ts'
import { closures, subPeriods } from '../db/tables/schools.ts'

type SchoolYearColumns = { establishment_id: SQLWrapper; year: SQLWrapper }

/** Returns two queries for lateral joins: a school's periods and its closures of a school year, each as one value. */
export const schoolYearOf = (db: Queryable, { establishment_id, year }: SchoolYearColumns) => {
  const periodRange = sql`json_build_object('starts_on', ${subPeriods.starts_on}, 'ends_on', ${subPeriods.ends_on})`
  const periods = db
    .select({
      periods: sql<SchoolYear['periods']>`coalesce(
        json_agg(${periodRange} order by ${subPeriods.starts_on}), '[]')`.as('periods'),
    })
    .from(subPeriods)
    .where(and(eq(subPeriods.establishment_id, establishment_id), eq(subPeriods.year, year)))
    .as('of_periods')
  const closure = sql`json_build_object(
    'starts_on', ${closures.starts_on}, 'ends_on', ${closures.ends_on}, 'name', ${closures.name})`
  const closed = db
    .select({
      closures: sql<Closure[]>`coalesce(json_agg(${closure} order by ${closures.starts_on}), '[]')`.as(
        'closures',
      ),
    })
    .from(closures)
    .where(
      and(
        eq(closures.establishment_id, establishment_id),
        gte(closures.ends_on, sql`make_date(${year}, 1, 1)`),
        lt(closures.starts_on, sql`make_date(${year} + 1, 3, 1)`),
      ),
    )
    .as('of_closures')
  return { periods, closed }
}
