import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/*
 * A block of data is in force from its request until the school refuses or lifts it. Other families are then shown nothing
 * of the guardian or the student. The arrays depend on nothing, so PostgreSQL reads them once per statement.
 */

/** The guardians whose own data is blocked, as a PostgreSQL array. */
export const blockedGuardians: SQL = sql`array(select block.parent_id from data_requests block
  where block.freezes and block.student_id is null and block.parent_id is not null)`

/** The students whose data is blocked, as a PostgreSQL array. */
export const blockedStudents: SQL = sql`array(select block.student_id from data_requests block
  where block.freezes and block.student_id is not null)`

/** Whether a block of the student's data is in force. */
export const isStudentBlocked = (establishment_id: SQLWrapper, student_id: SQLWrapper): SQL =>
  sql`exists (select from data_requests block where block.freezes
    and block.establishment_id = ${establishment_id} and block.student_id = ${student_id})`
