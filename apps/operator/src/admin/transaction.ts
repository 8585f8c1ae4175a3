import type { Database, Queryable } from '@apoderados/server/db/open'
import { sql } from 'drizzle-orm'

/** All of it or nothing. An import may hold the same rows for minutes: who waits at a shell is told so (55P03). */
export const inTransaction = <Result>(
  db: Database,
  work: (transaction: Queryable) => Promise<Result>,
): Promise<Result> =>
  db.transaction(async (transaction) => {
    await transaction.execute(sql`set local lock_timeout = '15s'`)
    return work(transaction)
  })
