import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Queryable } from './open.ts'

/** A statement has 3 s: what an attack or a long stop heaped up goes in so many pieces as it takes. */
export const ROWS_AT_ONCE = 5_000

/** `which` is asked again of each row, as it may have changed since it was found. */
export const isAmongSome = (table: PgTable, which: SQL): SQL =>
  sql`ctid = any(array(select ctid from ${table} where ${which} limit ${ROWS_AT_ONCE})) and (${which})`

/** Fewer than `ROWS_AT_ONCE` of them were the last. */
export const removeSome = (db: Queryable, table: PgTable, which: SQL) =>
  db.delete(table).where(isAmongSome(table, which))
