import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** One moment twice, without a zone: ISO as the school's `clock` showed it, with what that was ahead of `utc`. */
export function isoAtSchool(clock: SQL, utc: SQL): SQL<string> {
  const ahead = sql`(${clock} - ${utc})`
  const sign = sql`case when ${ahead} < interval '0' then '-' else '+' end`
  return sql<string>`(to_char(${clock}, 'YYYY-MM-DD"T"HH24:MI:SS') || ${sign} ||
    to_char(greatest(${ahead}, -${ahead}), 'HH24:MI'))`
}

/** A moment of the database as the school's clock showed it: '2026-03-04T08:17:00-03:00'. */
export const momentAtSchool = (moment: SQLWrapper, time_zone: SQLWrapper): SQL<string> =>
  isoAtSchool(sql`(${moment} at time zone ${time_zone})`, sql`(${moment} at time zone 'UTC')`)
