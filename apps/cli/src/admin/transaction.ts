import { locks } from '@apoderados/database/client/locks'
import type { Database, Queryable } from '@apoderados/database/client/open'
import { Refusal } from '@apoderados/importer/explain'
import { sql } from 'drizzle-orm'

/** An import that writes decided what to write when it read its files: what changed since it would set back. */
async function refuseBesideImport(transaction: Queryable): Promise<void> {
  const { rows } = await transaction.execute(
    sql`select pg_try_advisory_xact_lock_shared(${locks.import}) as is_free`,
  )
  if (!rows[0]?.is_free)
    throw new Refusal('Una importación está guardando datos. Inténtelo de nuevo cuando termine.')
}

/**
 * All of it or nothing, of what no import sets back and what may not wait for its end. It may hold the same rows for
 * minutes: who waits at a shell is told so (55P03).
 */
export const besideImport = <Result>(
  db: Database,
  work: (transaction: Queryable) => Promise<Result>,
): Promise<Result> =>
  db.transaction(async (transaction) => {
    await transaction.execute(sql`set local lock_timeout = '15s'`)
    // It waits while somebody reads a question, or for a restore: no server's habits end it meanwhile.
    await transaction.execute(sql`set local idle_in_transaction_session_timeout = 0`)
    return work(transaction)
  })

/** All of it or nothing, and no import writes meanwhile. @throws {Refusal} while one does */
export const inTransaction = <Result>(
  db: Database,
  work: (transaction: Queryable) => Promise<Result>,
): Promise<Result> =>
  besideImport(db, async (transaction) => {
    await refuseBesideImport(transaction)
    return work(transaction)
  })
