import type { Queryable } from '@apoderados/database/client/open'
import {
  arrears,
  assessments,
  attendance,
  blocks,
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

/** A statement of this many rows stays far below the 65,535 parameters that PostgreSQL takes. */
const ROWS_A_STATEMENT = 1000

/** With the ids that the rows bring; the next ones follow them. */
async function insertRows<T extends PgTable>(
  db: Queryable,
  table: T,
  rows: PgInsertValue<T, true>[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_A_STATEMENT) {
    const some = rows.slice(start, start + ROWS_A_STATEMENT)
    await db.insert(table).overridingSystemValue().values(some)
  }
  if (rows.length > 0 && 'id' in table)
    await db.execute(sql`select setval(pg_get_serial_sequence(${getTableName(table)}, 'id'), ${rows.length})`)
}

/** Accounts of one password, all confirmed on the same day at noon in Chile. */
type Accounts = { password_hash: string; confirmed_on: string }

/** The rows of an empty database. */
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
  await insertRows(db, assessments, rows.assessments)
  await insertRows(db, grades, rows.grades)
  await insertRows(db, attendance, rows.attendance)
  await insertRows(
    db,
    arrears,
    rows.arrears.map(({ date_late, ...arrear }) => ({
      ...arrear,
      // By the clock on the school's wall: the database knows when Chile changes its hour.
      date_late: sql`${date_late}::timestamp at time zone 'America/Santiago'`,
    })),
  )
  await insertRows(db, observations, rows.observations)
  await insertRows(db, blocks, rows.blocks)
  await insertRows(db, events, rows.events)
}
