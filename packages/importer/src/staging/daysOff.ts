import { calendarDaysOf, type SchoolYear } from '@apoderados/contract/values/daysOff'
import type pg from 'pg'

/** SQL for the school years of attendance and late arrivals, with their periods and their closures after the import. */
const SELECT_SCHOOL_YEARS = `select given.rbd, given.year,
    (select coalesce(json_agg(json_build_object('starts_on', starts_on, 'ends_on', ends_on) order by starts_on), '[]')
      from known_periods period where period.rbd = given.rbd and period.year = given.year) as periods,
    (select coalesce(
        json_agg(json_build_object('starts_on', starts_on, 'ends_on', ends_on, 'name', name) order by starts_on), '[]')
      from known_closures closure where closure.rbd = given.rbd
        and daterange(make_date(given.year, 1, 1), make_date(given.year + 1, 3, 1))
          && daterange(closure.starts_on, greatest(closure.starts_on, closure.ends_on), '[]')) as closures
  from (select rbd, year from asistencia union select rbd, year from atrasos) given
  join known_schools using (rbd) where given.year is not null`

/** Creates `days_off`, the days without classes as the app shows them; rows of one school and year do not overlap. */
export async function createDaysOff(client: pg.ClientBase): Promise<void> {
  await client.query(`create temp table days_off (
    rbd text, year smallint, starts_on date, ends_on date, kind text, name text
  )`)
  const { rows } = await client.query<SchoolYear & { rbd: string }>(SELECT_SCHOOL_YEARS)
  const daysOff = rows.flatMap(({ rbd, ...schoolYear }) => {
    const { year } = schoolYear
    return calendarDaysOf(schoolYear).days_off.map((days) => ({ rbd, year, ...days }))
  })
  await client.query(
    'insert into days_off select days.* from json_populate_recordset(null::days_off, $1) days',
    [JSON.stringify(daysOff)],
  )
  await client.query('analyze days_off')
}
