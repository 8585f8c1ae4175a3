import { and, desc, eq, isNull, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Queryable } from '../db/client/open.ts'
import { pick } from '../db/schema/pick.ts'
import { hasKey, isOfSame } from '../db/schema/schoolKeys.ts'
import { enrollments, studentParents } from '../db/tables/people.ts'
import { courses, establishments } from '../db/tables/schools.ts'

/** Whether the school year `year`, which lasts from March to February, has begun. */
export const hasBegun = (year: SQLWrapper) => sql`${year} <= extract(year from now() - interval '2 months')`

/**
 * Returns the student's current enrollment, for a lateral join with `studentParents`. It is the enrollment of the
 * latest year. If that one is withdrawn, there is no current enrollment, since the student has left the school. A
 * withdrawn enrollment of a year that has not begun is ignored.
 */
export const currentEnrollment = (db: Queryable) => {
  const latest = db
    .select({
      ...pick(enrollments, 'id', 'course_id', 'year', 'list_number', 'enrolled_on', 'withdrawn_on'),
      photo_id: enrollments.photo_id,
      course_name: courses.name,
      letter: courses.letter,
    })
    .from(enrollments)
    .innerJoin(courses, hasKey(courses, enrollments, enrollments.course_id))
    .where(
      and(
        isOfSame(enrollments, studentParents, 'student_id'),
        or(isNull(enrollments.withdrawn_on), hasBegun(enrollments.year)),
      ),
    )
    .orderBy(desc(enrollments.year), sql`${enrollments.withdrawn_on} desc nulls first`)
    .limit(1)
    .as('latest')
  return db.select().from(latest).where(isNull(latest.withdrawn_on)).as('current_enrollment')
}

/**
 * Returns the date on which an enrollment of `year` lapses, April 1 of the next year. From then on, the family sees
 * only the student's own records, not the course's. Schools import a year's lists in March, so a student who is not in
 * the next year's lists by then has left.
 */
export const lapsesOn = (year: SQLWrapper) => sql`make_date(${year} + 1, 4, 1)`

/**
 * Whether an enrollment is the student's current one, as `currentEnrollment` finds it, and has not lapsed (`lapsesOn`).
 * It is for statements in SQL with the aliases `enrollment` and `school`.
 */
export const isEnrollmentInForce = sql`enrollment.withdrawn_on is null
  and (now() at time zone school.time_zone)::date < ${lapsesOn(sql`enrollment.year`)}
  and not exists (select from enrollments newer
    where newer.establishment_id = enrollment.establishment_id and newer.student_id = enrollment.student_id
      and newer.year > enrollment.year and (newer.withdrawn_on is null or ${hasBegun(sql`newer.year`)}))`

/**
 * Returns the parent's open link to the student, with the student's current enrollment. Calls about a student begin
 * their reads with it (R1). The placeholders are `parent_id` and `student_id`. There is no row without a link; without
 * an enrollment, its columns are null. Select only columns from it: Drizzle writes an aliased expression without its
 * table, so an inner query would resolve the name to its own column.
 */
export const linkedEnrollment = (db: Queryable) =>
  selectLinkedEnrollments(db, eq(studentParents.student_id, sql.placeholder('student_id')))

/** Like `linkedEnrollment`, for all students to whom the parent has an open link. Its placeholder is `parent_id`. */
export const familyEnrollments = (db: Queryable) => selectLinkedEnrollments(db)

function selectLinkedEnrollments(db: Queryable, isRequestedStudent?: SQL) {
  const enrollment = currentEnrollment(db)
  const isSchool = eq(establishments.id, studentParents.establishment_id)
  // The school's row always exists, but PostgreSQL can omit a left join if the query reads no column of the school.
  return db
    .select({
      ...pick(studentParents, 'student_id', 'establishment_id'),
      ...pick(establishments, 'time_zone', 'rounding', 'uses_weights', 'counts_justified_absences'),
      enrollment_id: enrollment.id,
      ...pick(enrollment, 'course_id', 'course_name', 'letter', 'year', 'enrolled_on'),
    })
    .from(studentParents)
    .leftJoin(establishments, isSchool)
    .leftJoinLateral(enrollment, sql`true`)
    .where(
      and(
        eq(studentParents.parent_id, sql.placeholder('parent_id')),
        isRequestedStudent,
        eq(studentParents.has_access, true),
      ),
    )
    .as('linked')
}
