import type { PgInsertValue, PgTable } from 'drizzle-orm/pg-core'
import type { Queryable } from '../open.ts'

/** A statement of this many rows stays far below the 65,535 parameters that PostgreSQL takes. */
const ROWS_A_STATEMENT = 1000

export async function insertRows<T extends PgTable>(
  db: Queryable,
  table: T,
  rows: PgInsertValue<T>[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_A_STATEMENT) {
    await db.insert(table).values(rows.slice(start, start + ROWS_A_STATEMENT))
  }
}
