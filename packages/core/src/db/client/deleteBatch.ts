import { eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { preparedQuery, type Queryable } from './open.ts'

/** The largest number of rows that one statement deletes, so that it stays under its time limit of 3 s. */
export const BATCH_ROWS = 5_000

/**
 * Returns the condition that a row belongs to the next batch of those that match `which`. It checks `which` again on
 * each row, because the row may have changed since the inner query found it.
 */
export const inNextBatch = (table: PgTable, which: SQL): SQL =>
  sql`ctid = any(array(select ctid from ${table} where ${which} limit ${BATCH_ROWS})) and (${which})`

/** Deletes one batch of the rows that match `which`. If it deletes fewer than `BATCH_ROWS`, no matching rows remain. */
export const deleteBatch = (db: Queryable, table: PgTable, which: SQL) =>
  db.delete(table).where(inNextBatch(table, which))

/** Returns a function that deletes the parent's rows of `table`, by a prepared statement called `name`. */
export function prepareDeleteOfParent(table: PgTable & { parent_id: PgColumn }, name: string) {
  const isOfParent = eq(table.parent_id, sql.placeholder('parent_id'))
  const deleteRows = preparedQuery((db) => db.delete(table).where(isOfParent).prepare(name))
  return (transaction: Queryable, parent_id: number) => deleteRows(transaction).execute({ parent_id })
}
