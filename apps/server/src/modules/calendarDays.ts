import { calendarDaysOf } from '@apoderados/contract/values/daysOff'
import { preparedQuery } from '@apoderados/core/db/client/open'
import { linkedEnrollment } from '@apoderados/core/students/enrollments'
import { schoolYearOf } from '@apoderados/core/students/schoolYears'
import type { Handlers } from '../http/context.ts'

/** Returns one row with the student's school year, periods and closures; `year` is null without an enrollment. */
const findSchoolYear = preparedQuery((db) => {
  const linked = linkedEnrollment(db)
  const { periods, closed } = schoolYearOf(db, linked)
  return db
    .select({ year: linked.year, periods: periods.periods, closures: closed.closures })
    .from(linked)
    .crossJoinLateral(periods)
    .crossJoinLateral(closed)
    .prepare('school_year')
})

export const calendarDaysHandlers = {
  async getCalendarDays({ student_id }, { db, parent_id }) {
    const [found] = await findSchoolYear(db).execute({ student_id, parent_id })
    if (!found?.year) return { first_day: null, last_day: null, days_off: [] }
    return calendarDaysOf({ ...found, year: found.year })
  },
} satisfies Partial<Handlers>
