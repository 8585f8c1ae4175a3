import type { Attempt } from '@apoderados/core/accounts/attempts'
import type { Queryable } from '@apoderados/core/db/client/open'
import { attempts } from '@apoderados/core/db/tables/accounts'
import { eq, sql } from 'drizzle-orm'

/** Replaces the attempts that are counted under `key` by `times` attempts that were made just now. */
export async function fillAttempts(db: Queryable, { key }: Pick<Attempt, 'key'>, times: number) {
  const moments = sql`array_fill(now(), array[${times}::int])`
  await db
    .insert(attempts)
    .values({ key, moments, last_at: sql`now()` })
    .onConflictDoUpdate({ target: attempts.key, set: { moments } })
}

/** Moves all counted attempts into the past by `seconds`. */
export const letTimePass = (db: Queryable, seconds: number) =>
  db.execute(
    sql`update attempts set moments = array(select moment - make_interval(secs => ${seconds})
      from unnest(moments) as moment order by moment)`,
  )

/** Returns the number of attempts that are counted under `key`. */
export async function countOf(db: Queryable, { key }: Pick<Attempt, 'key'>): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`cardinality(${attempts.moments})` })
    .from(attempts)
    .where(eq(attempts.key, key))
  return row?.count ?? 0
}
