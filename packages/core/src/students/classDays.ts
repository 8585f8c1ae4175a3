import { and, eq, gte, type SQLWrapper, sql } from 'drizzle-orm'
import type { Queryable } from '../db/client/open.ts'
import { attendance } from '../db/tables/records.ts'
import { isJustifiedAbsenceSql } from '../excuses/excuseState.ts'

type EnrollmentColumns = { establishment_id: SQLWrapper; enrollment_id: SQLWrapper; enrolled_on: SQLWrapper }

const isJustified = sql.raw(
  isJustifiedAbsenceSql({
    establishment_id: 'attendance.establishment_id',
    enrollment_id: 'attendance.enrollment_id',
    day: 'attendance.day',
  }),
)

/** Whether a row of `attendance` belongs to the enrollment and is not from before the day of enrolling. */
export const isClassDayOf = ({ establishment_id, enrollment_id, enrolled_on }: EnrollmentColumns) =>
  and(
    eq(attendance.establishment_id, establishment_id),
    eq(attendance.enrollment_id, enrollment_id),
    gte(attendance.day, enrolled_on),
  )

/**
 * Counts the class days since the student enrolled, and those attended, late ones too, for a lateral join. If the school
 * does not count justified absences, those days are no class days of the student.
 */
export const classDaysOf = (
  db: Queryable,
  enrollment: EnrollmentColumns & { counts_justified_absences: SQLWrapper },
) =>
  db
    .select({
      classDayCount: sql<number>`(count(*) filter (where ${attendance.status} <> 'absent'
        or ${enrollment.counts_justified_absences} or not ${isJustified}))::int`.as('class_day_count'),
      attended: sql<number>`(count(*) filter (where ${attendance.status} in ('present', 'late')))::int`.as(
        'attended',
      ),
    })
    .from(attendance)
    .where(isClassDayOf(enrollment))
    .as('class_days')

/** Returns the percentage of attendance, 0 to 100, not rounded; null before the first class day. */
export const attendancePercentage = ({
  classDayCount,
  attended,
}: {
  classDayCount: number
  attended: number
}) =>
  // Multiplies first: 29 * 100 / 50 is exactly 58, while 29 / 50 * 100 is slightly less.
  classDayCount ? (attended * 100) / classDayCount : null
