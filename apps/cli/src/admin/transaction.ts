import { holdOffImports } from '@apoderados/core/db/client/locks'
import type { Database, Queryable } from '@apoderados/core/db/client/open'
import { Refusal } from '@apoderados/importer/explain'
import { sql } from 'drizzle-orm'

type Work<Result> = (transaction: Queryable) => Promise<Result>

/**
 * Runs a transaction even while an import writes, for changes that an import does not overwrite and that cannot wait
 * until it ends. A statement that waits 15 s for a row that the import has locked fails with PostgreSQL's error 55P03.
 */
export const inTransactionBesideImport = <Result>(db: Database, work: Work<Result>): Promise<Result> =>
  db.transaction(async (transaction) => {
    await transaction.execute(sql`set local lock_timeout = '15s'`)
    // The transaction may be idle for long: it may wait for a response of the operator or for a restore.
    await transaction.execute(sql`set local idle_in_transaction_session_timeout = 0`)
    return work(transaction)
  })

/**
 * Runs a transaction while no import writes.
 * @throws {Refusal} if an import is writing: it compared the data earlier and would overwrite the changes
 */
export const inTransactionWithoutImport = <Result>(db: Database, work: Work<Result>): Promise<Result> =>
  inTransactionBesideImport(db, async (transaction) => {
    if (!(await holdOffImports(transaction)))
      throw new Refusal('Una importación está guardando datos. Inténtelo de nuevo cuando termine.')
    return work(transaction)
  })
