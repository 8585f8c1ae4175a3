import type { Queryable } from '@apoderados/database/client/open'
import {
  arrears,
  assessments,
  attendance,
  blocks,
  closures,
  courseSubjects,
  courses,
  electiveEnrollments,
  employees,
  enrollments,
  establishments,
  events,
  grades,
  observations,
  parents,
  studentParents,
  students,
  subPeriods,
} from '@apoderados/database/schema/schema'
import type { Rows } from '@apoderados/school-data/rows/tables'
import { getTableName, sql } from 'drizzle-orm'
import type { PgInsertValue, PgTable } from 'drizzle-orm/pg-core'

/** A statement of this many rows stays far below PostgreSQL's limit of 65,535 parameters. */
const ROWS_PER_STATEMENT = 1000

/** Inserts the rows with their own ids and sets the table's id sequence to continue after them. */
async function insertRows<T extends PgTable>(
  db: Queryable,
  table: T,
  rows: PgInsertValue<T, true>[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    const batch = rows.slice(start, start + ROWS_PER_STATEMENT)
    await db.insert(table).overridingSystemValue().values(batch)
  }
  if (rows.length > 0 && 'id' in table)
    await db.execute(sql`select setval(pg_get_serial_sequence(${getTableName(table)}, 'id'), ${rows.length})`)
}

/** All accounts share one password and are confirmed on this date at noon in Chile. */
type Accounts = { password_hash: string; confirmed_on: string }

/** Inserts schools into an empty database. */
export async function insertSchools(db: Queryable, rows: Rows, accounts: Accounts): Promise<void> {
  const { password_hash } = accounts
  const confirmed = new Date(`${accounts.confirmed_on}T15:00:00Z`)
  await insertRows(db, establishments, rows.establishments)
  await insertRows(
    db,
    parents,
    rows.parents.map((parent) => ({
      ...{ ...parent, password_hash, password_changed_at: parent.password_changed ? confirmed : null },
      account_confirmed_at: parent.account_confirmed ? confirmed : null,
    })),
  )
  await insertRows(db, students, rows.students)
  await insertRows(db, courses, rows.courses)
  await insertRows(db, enrollments, rows.enrollments)
  await insertRows(db, studentParents, rows.studentParents)
  await insertRows(db, employees, rows.employees)
  await insertRows(db, courseSubjects, rows.courseSubjects)
  await insertRows(db, electiveEnrollments, rows.electiveEnrollments)
  await insertRows(db, subPeriods, rows.subPeriods)
  await insertRows(db, closures, rows.closures)
  await insertRows(db, assessments, rows.assessments)
  await insertRows(db, grades, rows.grades)
  await insertRows(db, attendance, rows.attendance)
  await insertRows(
    db,
    arrears,
    rows.arrears.map(({ date_late, ...arrear }) => ({
      ...arrear,
      // `date_late` is local time; PostgreSQL applies the daylight saving rules of Chile.
      date_late: sql`${date_late}::timestamp at time zone 'America/Santiago'`,
    })),
  )
  await insertRows(db, observations, rows.observations)
  await insertRows(db, blocks, rows.blocks)
  await insertRows(db, events, rows.events)
}
