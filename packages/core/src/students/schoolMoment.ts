import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** Formats a moment, given in the school's time (`clock`) and in UTC, without zones, as ISO 8601 with its offset. */
export function isoAtSchool(clock: SQL, utc: SQL): SQL<string> {
  const offset = sql`(${clock} - ${utc})`
  const sign = sql`case when ${offset} < interval '0' then '-' else '+' end`
  return sql<string>`(to_char(${clock}, 'YYYY-MM-DD"T"HH24:MI:SS') || ${sign} ||
    to_char(greatest(${offset}, -${offset}), 'HH24:MI'))`
}

/** Formats a moment in the school's time zone, such as '2026-03-04T08:17:00-03:00'. */
export const momentAtSchool = (moment: SQLWrapper, time_zone: SQLWrapper): SQL<string> =>
  isoAtSchool(sql`(${moment} at time zone ${time_zone})`, sql`(${moment} at time zone 'UTC')`)
