import type { Queryable } from '@apoderados/core/db/client/open'
import * as people from '@apoderados/core/db/tables/people'
import * as records from '@apoderados/core/db/tables/records'
import * as schools from '@apoderados/core/db/tables/schools'
import type { Rows } from '@apoderados/school-data/rows/tables'
import { getTableName, sql } from 'drizzle-orm'
import type { PgInsertValue, PgTable } from 'drizzle-orm/pg-core'

const tables = { ...schools, ...people, ...records }

/** A statement of this many rows stays far below PostgreSQL's limit of 65,535 parameters. */
const ROWS_PER_STATEMENT = 1000

/** Inserts the rows with their own ids, which count from 1, and sets the table's id sequence to continue after them. */
async function insertRows(
  db: Queryable,
  table: PgTable,
  rows: PgInsertValue<PgTable, true>[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    const batch = rows.slice(start, start + ROWS_PER_STATEMENT)
    await db.insert(table).overridingSystemValue().values(batch)
  }
  if (rows.length > 0 && 'id' in table)
    await db.execute(sql`select setval(pg_get_serial_sequence(${getTableName(table)}, 'id'), ${rows.length})`)
}

type RowsToInsert = { [Name in keyof Rows]: PgInsertValue<(typeof tables)[Name], true>[] }

/** The values that all accounts share: the password's hash, and the day of their confirmation, at noon in Chile. */
type SharedAccountValues = { password_hash: string; confirmed_on: string }

/** Inserts the rows of schools into an empty database. */
export async function insertSchools(db: Queryable, rows: Rows, accounts: SharedAccountValues): Promise<void> {
  const { password_hash } = accounts
  const confirmed = new Date(`${accounts.confirmed_on}T15:00:00Z`)
  const stored: RowsToInsert = {
    ...rows,
    parents: rows.parents.map((parent) => ({
      ...parent,
      password_hash,
      password_changed_at: parent.password_changed ? confirmed : null,
      account_confirmed_at: parent.account_confirmed ? confirmed : null,
    })),
    arrears: rows.arrears.map(({ date_late, ...arrear }) => ({
      ...arrear,
      // `date_late` is local time; PostgreSQL applies the daylight saving rules of Chile.
      date_late: sql`${date_late}::timestamp at time zone 'America/Santiago'`,
    })),
  }
  for (const [name, tableRows] of Object.entries(stored)) {
    await insertRows(db, tables[name as keyof Rows], tableRows)
  }
}
