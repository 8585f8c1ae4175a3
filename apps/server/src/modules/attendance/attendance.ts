import type { ArrearStatus } from '@apoderados/contract/attendance'
import { preparedQuery } from '@apoderados/core/db/client/open'
import { isOfSame } from '@apoderados/core/db/schema/schoolKeys'
import { arrears, attendance as classDays } from '@apoderados/core/db/tables/records'
import { arrearStatusSql } from '@apoderados/core/excuses/excuseState'
import { attendancePercentage, classDaysOf, isClassDayOf } from '@apoderados/core/students/classDays'
import { linkedEnrollment } from '@apoderados/core/students/enrollments'
import { momentAtSchool } from '@apoderados/core/students/schoolMoment'
import { asc, desc, sql } from 'drizzle-orm'
import type { Handlers } from '../../http/context.ts'
import { countRemainingDays, findCourseYear } from './remainingDays.ts'

/** The status that the sheets brought, unless a justification prevails. */
const shownStatus = sql.raw(
  arrearStatusSql(
    {
      establishment_id: 'arrears.establishment_id',
      enrollment_id: 'arrears.enrollment_id',
      day: '(arrears.date_late at time zone linked.time_zone)::date',
    },
    'arrears.status',
  ),
)

const findArrears = preparedQuery((db) => {
  const linked = linkedEnrollment(db)
  return db
    .select({
      id: arrears.id,
      date_late: momentAtSchool(arrears.date_late, linked.time_zone),
      status: sql<ArrearStatus>`${shownStatus}`,
      observation: arrears.observation,
    })
    .from(linked)
    .innerJoin(arrears, isOfSame(arrears, linked, 'enrollment_id'))
    .orderBy(desc(arrears.date_late), desc(arrears.id))
    .prepare('arrears')
})

const countClassDays = preparedQuery((db) => {
  const linked = linkedEnrollment(db)
  const days = classDaysOf(db, linked)
  return db
    .select({ classDayCount: days.classDayCount, attended: days.attended })
    .from(linked)
    .crossJoinLateral(days)
    .prepare('class_days')
})

const findClassDays = preparedQuery((db) => {
  const linked = linkedEnrollment(db)
  return db
    .select({ date: classDays.day, status: classDays.status })
    .from(linked)
    .innerJoin(classDays, isClassDayOf(linked))
    .orderBy(asc(classDays.day))
    .prepare('attendance_days')
})

export const attendanceHandlers = {
  async getArrears({ student_id }, { db, parent_id }) {
    const [late, [days]] = await Promise.all([
      findArrears(db).execute({ student_id, parent_id }),
      countClassDays(db).execute({ student_id, parent_id }),
    ])
    return {
      arrears: late,
      attendance_percentage: days ? attendancePercentage(days) : null,
    }
  },

  async getAttendanceDays({ student_id }, { db, parent_id }) {
    const [days, [year]] = await Promise.all([
      findClassDays(db).execute({ student_id, parent_id }),
      findCourseYear(db).execute({ student_id, parent_id }),
    ])
    return {
      days,
      remaining_days: countRemainingDays(
        days.map(({ date }) => date),
        year,
      ),
    }
  },
} satisfies Partial<Handlers>
