import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, bigint, foreignKey, text, timestamp } from 'drizzle-orm/pg-core'

/*
 * The tables of a school's records have `establishment_id` first in their primary key, so that the schools can be
 * distributed over several machines. Parents, their sessions and their settings belong to no school, because a parent
 * may have children in two schools.
 */

/** A column with the row's id. The database generates the ids, so that they are unique across all schools. */
export const id = () => bigint({ mode: 'number' }).generatedAlwaysAsIdentity()

/** A column with the id of another row. */
export const reference = () => bigint({ mode: 'number' })

export type TableWithSchool = { establishment_id: AnyPgColumn }

/** A foreign key: `id` refers to a row of `target` that belongs to the same school. */
export const keyOfSchool = (
  table: TableWithSchool,
  id: AnyPgColumn,
  target: TableWithSchool & { id: AnyPgColumn },
) =>
  foreignKey({
    columns: [table.establishment_id, id],
    foreignColumns: [target.establishment_id, target.id],
  })

/** A column with a point in time. */
export const moment = () => timestamp({ withTimezone: true })

/** 128 random bits in hexadecimal, which are also the file's name in the store; null if there is no file. */
export const fileId = () => text()

/** SHA-256 of the file, by which the next import recognises it if unchanged; null if no import brought a file. */
export const fileHash = () => text()

/** The school's own code of the row, by which an import finds the row again; null if the row has no code. */
export const schoolCode = () => text()

export const isOneOf = (column: AnyColumn, values: readonly string[]): SQL =>
  sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`
