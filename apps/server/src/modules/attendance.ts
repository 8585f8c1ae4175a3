import { prepared } from '@apoderados/database/client/open'
import { arrears, attendance as attendanceDays } from '@apoderados/database/schema/schema'
import { linkedEnrollment } from '@apoderados/database/students/enrollments'
import { momentAtSchool } from '@apoderados/database/students/schoolMoment'
import { and, desc, eq, gte, sql } from 'drizzle-orm'
import type { Handlers } from '../http/context.ts'

const findArrears = prepared((db) => {
  const linked = linkedEnrollment(db)
  return db
    .select({
      id: arrears.id,
      date_late: momentAtSchool(arrears.date_late, linked.time_zone),
      status: arrears.status,
      observation: arrears.observation,
    })
    .from(linked)
    .innerJoin(
      arrears,
      and(
        eq(arrears.establishment_id, linked.establishment_id),
        eq(arrears.enrollment_id, linked.enrollment_id),
      ),
    )
    .orderBy(desc(arrears.date_late), desc(arrears.id))
    .prepare('arrears')
})

/** Counts class days since the enrolment. A late student counts as present. */
const countClassDays = prepared((db) => {
  const linked = linkedEnrollment(db)
  return db
    .select({
      held: sql<number>`count(*)::int`,
      attended: sql<number>`(count(*) filter (where ${attendanceDays.status} in ('present', 'late')))::int`,
    })
    .from(linked)
    .innerJoin(
      attendanceDays,
      and(
        eq(attendanceDays.establishment_id, linked.establishment_id),
        eq(attendanceDays.enrollment_id, linked.enrollment_id),
        gte(attendanceDays.day, linked.enrolled_on),
      ),
    )
    .prepare('class_days')
})

export const attendance = {
  async getArrears({ student_id }, { reads, parent_id }) {
    const [late, [days]] = await Promise.all([
      findArrears(reads).execute({ student_id, parent_id }),
      countClassDays(reads).execute({ student_id, parent_id }),
    ])
    return {
      arrears: late,
      // Multiplies first: 29 * 100 / 50 is exactly 58, while 29 / 50 * 100 is slightly less.
      attendance_percentage: days?.held ? (days.attended * 100) / days.held : null,
    }
  },
} satisfies Partial<Handlers>
