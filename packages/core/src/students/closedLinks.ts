import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queryable } from '../db/client/open.ts'
import { isOfSame } from '../db/schema/schoolKeys.ts'
import { studentParents } from '../db/tables/people.ts'

/*
 * A closed link, as by a court order, hides the student from the guardian in every response, also as a classmate of
 * another student. It also hides the contacts of the student's other guardians. The arrays of these functions depend
 * only on the guardian, so PostgreSQL reads them once per statement, by the index on `parent_id`.
 */

const closed = alias(studentParents, 'closed')
const isClosedTo = (parent_id: SQLWrapper) =>
  and(eq(closed.parent_id, parent_id), eq(closed.has_access, false))

/** Returns the ids of the students who are hidden from the guardian, as a PostgreSQL array. */
export const hiddenStudents = (db: Queryable, parent_id: SQLWrapper): SQL =>
  sql`array(${db.select({ id: closed.student_id }).from(closed).where(isClosedTo(parent_id))})`

/** Returns the ids of the hidden students' other guardians, as a PostgreSQL array. */
export function protectedGuardians(db: Queryable, parent_id: SQLWrapper): SQL {
  const open = alias(studentParents, 'open')
  const isOfSameStudent = and(isOfSame(open, closed, 'student_id'), eq(open.has_access, true))
  const ids = db
    .select({ id: open.parent_id })
    .from(closed)
    .innerJoin(open, isOfSameStudent)
    .where(isClosedTo(parent_id))
  return sql`array(${ids})`
}
