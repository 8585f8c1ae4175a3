import { eq, lt, sql } from 'drizzle-orm'
import { prepared, type Queryable } from './open.ts'
import { attempts } from './schema.ts'
import { removeSome } from './someRows.ts'

/** Something limited by the hour, whoever counts it in whichever process; `key` tells nobody about whom it is. */
export type Attempt = { key: string; limit: number }

const ofLastHour = sql`array(select moment from unnest(${attempts.moments}) as moment
  where moment > now() - interval '1 hour' and moment < now() + interval '1 minute' order by moment)`

const limit = sql`${sql.placeholder('limit')}::int`

const findWait = prepared((db) =>
  db
    .select({
      seconds: sql<number | null>`ceil(extract(epoch from
        (${ofLastHour})[cardinality(${ofLastHour}) - ${limit} + 1] + interval '1 hour' - now()))::int`,
    })
    .from(attempts)
    .where(eq(attempts.key, sql.placeholder('key')))
    .prepare('seconds_to_wait'),
)

const countOne = prepared((db) =>
  db
    .insert(attempts)
    .values({ key: sql.placeholder('key'), moments: sql`array[now()]`, last_at: sql`now()` })
    .onConflictDoUpdate({
      target: attempts.key,
      set: { moments: sql`${ofLastHour} || now()`, last_at: sql`now()` },
      setWhere: lt(sql`cardinality(${ofLastHour})`, limit),
    })
    .returning({ key: attempts.key })
    .prepare('count_attempt'),
)

/** Whole seconds until there may be another one; 0 when there may be one now. */
export async function secondsToWait(db: Queryable, attempt: Attempt): Promise<number> {
  const [row] = await findWait(db).execute(attempt)
  return Math.max(0, row?.seconds ?? 0)
}

/** Counts one more, unless the last hour is full; true when it was counted. */
export async function countAttempt(db: Queryable, attempt: Attempt): Promise<boolean> {
  const counted = await countOne(db).execute(attempt)
  return counted.length > 0
}

/** Removes what no limit looks at any more. */
export const forgetOldAttempts = (db: Queryable) =>
  removeSome(db, attempts, lt(attempts.last_at, sql`now() - interval '1 hour'`))
