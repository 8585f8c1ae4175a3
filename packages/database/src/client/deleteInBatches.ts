import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Queryable } from './open.ts'

/** A statement has 3 s: what an attack or a long stop heaped up goes in so many pieces as it takes. */
export const BATCH_ROWS = 5_000

/** `which` is asked again of each row, as it may have changed since it was found. */
export const inNextBatch = (table: PgTable, which: SQL): SQL =>
  sql`ctid = any(array(select ctid from ${table} where ${which} limit ${BATCH_ROWS})) and (${which})`

/** Fewer than `BATCH_ROWS` of them were the last. */
export const deleteInBatches = (db: Queryable, table: PgTable, which: SQL) =>
  db.delete(table).where(inNextBatch(table, which))
