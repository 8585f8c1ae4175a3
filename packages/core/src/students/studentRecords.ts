import { and, asc, eq, inArray, isNull, not, or, sql } from 'drizzle-orm'
import type { Queryable } from '../db/client/open.ts'
import { pick } from '../db/schema/pick.ts'
import { hasKey, isOfSame } from '../db/schema/schoolKeys.ts'
import { electiveEnrollments, enrollments, students } from '../db/tables/people.ts'
import { arrears, assessments, attendance, grades, observations } from '../db/tables/records.ts'
import { courseSubjects, courses, employees, events, subPeriods } from '../db/tables/schools.ts'
import { studentColumns } from './studentColumns.ts'

type StudentKey = { establishment_id: number; student_id: number }
type EnrollmentKey = { establishment_id: number; enrollment_id: number }

/** Reads all records of a student that the family may have. If the student does not exist, all lists are empty. */
export async function readStudentRecords(db: Queryable, key: StudentKey) {
  const { establishment_id, student_id } = key
  const [student] = await db
    .select(studentColumns)
    .from(students)
    .where(hasKey(students, key, student_id))
  const enrolled = await readEnrollments(db, key)
  const records = []
  for (const enrollment of enrolled) {
    const ofEnrollment = { establishment_id, enrollment_id: enrollment.id }
    records.push({
      ...enrollment,
      electives: await readElectives(db, ofEnrollment),
      grades: await readGrades(db, ofEnrollment),
      attendance: await readAttendance(db, ofEnrollment),
      arrears: await readArrears(db, ofEnrollment),
      observations: await readObservations(db, ofEnrollment),
    })
  }
  return { ...student, enrollments: records, events: await readEvents(db, establishment_id, enrolled) }
}

const readEnrollments = (db: Queryable, key: StudentKey) =>
  db
    .select({
      ...pick(enrollments, 'id', 'year', 'course_id'),
      course: { name: courses.name, letter: courses.letter, code: courses.code },
      ...pick(enrollments, 'list_number', 'enrolled_on', 'withdrawn_on', 'photo_id', 'shares_photo'),
    })
    .from(enrollments)
    .innerJoin(courses, hasKey(courses, enrollments, enrollments.course_id))
    .where(isOfSame(enrollments, key, 'student_id'))
    .orderBy(asc(enrollments.year), asc(enrollments.id))

const readElectives = async (db: Queryable, key: EnrollmentKey) => {
  const ownElectives = await db
    .select({ name: courseSubjects.name })
    .from(electiveEnrollments)
    .innerJoin(
      courseSubjects,
      hasKey(courseSubjects, electiveEnrollments, electiveEnrollments.course_subject_id),
    )
    .where(and(isOfSame(electiveEnrollments, key, 'enrollment_id'), courseSubjects.is_elective))
    .orderBy(asc(courseSubjects.position))
  return ownElectives.map(({ name }) => name)
}

const readGrades = (db: Queryable, key: EnrollmentKey) =>
  db
    .select({
      sub_period: subPeriods.name,
      subject: courseSubjects.name,
      assessment: assessments.name,
      ...pick(assessments, 'description', 'held_on', 'weight'),
      ...pick(grades, 'tenths', 'concept'),
    })
    .from(grades)
    .innerJoin(assessments, hasKey(assessments, grades, grades.assessment_id))
    .innerJoin(courseSubjects, hasKey(courseSubjects, assessments, assessments.course_subject_id))
    .innerJoin(subPeriods, hasKey(subPeriods, assessments, assessments.sub_period_id))
    .where(isOfSame(grades, key, 'enrollment_id'))
    .orderBy(asc(courseSubjects.position), asc(assessments.held_on), asc(assessments.id))

const readAttendance = (db: Queryable, key: EnrollmentKey) =>
  db
    .select({ day: attendance.day, status: attendance.status })
    .from(attendance)
    .where(isOfSame(attendance, key, 'enrollment_id'))
    .orderBy(asc(attendance.day))

const readArrears = (db: Queryable, key: EnrollmentKey) =>
  db
    .select({ date_late: arrears.date_late, status: arrears.status, observation: arrears.observation })
    .from(arrears)
    .where(isOfSame(arrears, key, 'enrollment_id'))
    .orderBy(asc(arrears.date_late))

const readObservations = (db: Queryable, key: EnrollmentKey) =>
  db
    .select({
      ...pick(observations, 'date', 'event_type', 'description', 'observation'),
      employee: pick(employees, 'name', 'last_name', 'second_last_name'),
      subject: courseSubjects.name,
      ...pick(observations, 'in_class', 'where_is'),
    })
    .from(observations)
    .leftJoin(employees, hasKey(employees, observations, observations.employee_id))
    .leftJoin(courseSubjects, hasKey(courseSubjects, observations, observations.course_subject_id))
    .where(isOfSame(observations, key, 'enrollment_id'))
    .orderBy(asc(observations.date), asc(observations.id))

/**
 * Reads the events of the student's courses, except those of electives that the student does not take, and the events
 * of the whole school in the calendar years of the enrollments.
 */
function readEvents(
  db: Queryable,
  establishment_id: number,
  enrolled: { id: number; course_id: number; year: number }[],
) {
  const ownElectives = db
    .select({ id: electiveEnrollments.course_subject_id })
    .from(electiveEnrollments)
    .where(
      and(
        eq(electiveEnrollments.establishment_id, establishment_id),
        inArray(
          electiveEnrollments.enrollment_id,
          enrolled.map(({ id }) => id),
        ),
      ),
    )
  const course_ids = enrolled.map(({ course_id }) => course_id)
  const years = enrolled.map(({ year }) => year)
  return db
    .select({
      ...pick(events, 'course_id', 'day', 'time', 'title', 'description'),
      subject: courseSubjects.name,
      ...pick(events, 'content', 'document_id', 'document_name'),
    })
    .from(events)
    .leftJoin(courseSubjects, hasKey(courseSubjects, events, events.course_subject_id))
    .where(
      and(
        eq(events.establishment_id, establishment_id),
        or(
          and(
            inArray(events.course_id, course_ids),
            or(
              isNull(courseSubjects.id),
              not(courseSubjects.is_elective),
              inArray(courseSubjects.id, ownElectives),
            ),
          ),
          and(isNull(events.course_id), inArray(sql`extract(year from ${events.day})::int`, years)),
        ),
      ),
    )
    .orderBy(asc(events.day), asc(events.time), asc(events.id))
}
