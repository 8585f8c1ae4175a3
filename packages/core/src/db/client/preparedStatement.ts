import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Database } from './open.ts'

/** Returns a function that runs a prepared statement in SQL, whose parameters are written $1, $2 and so on. */
export function preparedStatement<Row extends object>(name: string, statement: SQL) {
  const { sql: text } = new PgDialect().sqlToQuery(statement)
  return async ({ $client: pool }: Pick<Database, '$client'>, values: unknown[]): Promise<Row[]> =>
    (await pool.query<Row>({ name, text, values })).rows
}
