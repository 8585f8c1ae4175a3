import { prepared } from '@apoderados/database/client/open'
import { arrears } from '@apoderados/database/schema/schema'
import { attendancePercentage, classDaysOf } from '@apoderados/database/students/classDays'
import { linkedEnrollment } from '@apoderados/database/students/enrollments'
import { momentAtSchool } from '@apoderados/database/students/schoolMoment'
import { and, desc, eq } from 'drizzle-orm'
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

const countClassDays = prepared((db) => {
  const linked = linkedEnrollment(db)
  const days = classDaysOf(db, linked)
  return db
    .select({ held: days.held, attended: days.attended })
    .from(linked)
    .crossJoinLateral(days)
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
      attendance_percentage: days ? attendancePercentage(days) : null,
    }
  },
} satisfies Partial<Handlers>
