import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Queryable } from './open.ts'

/** The number of rows that one statement deletes at most, so that it stays under its 3 s timeout. */
export const BATCH_ROWS = 5_000

/**
 * The condition for one batch of the rows that match `which`. It checks `which` again on each row, because the row may
 * have changed since the inner query found it.
 */
export const inNextBatch = (table: PgTable, which: SQL): SQL =>
  sql`ctid = any(array(select ctid from ${table} where ${which} limit ${BATCH_ROWS})) and (${which})`

/**
 * Deletes one batch of the rows that match `which`. A result of fewer than `BATCH_ROWS` rows means that no rows remain.
 */
export const deleteBatch = (db: Queryable, table: PgTable, which: SQL) =>
  db.delete(table).where(inNextBatch(table, which))
