import { FAMILY_DAYS_AHEAD, type FamilyEvent } from '@apoderados/contract/family'
import { addDays, weekdayOf } from '@apoderados/contract/values/days'
import {
  calendarDaysOf,
  dayOffOn,
  isClassDay,
  nextClassDay,
  type SchoolYear,
} from '@apoderados/contract/values/daysOff'
import { attendancePercentage } from '@apoderados/core/students/classDays'
import { diaryEventOf } from '@apoderados/core/students/shownEvents'
import type { Handlers } from '../../http/context.ts'
import { findFamilyEvents, findStudents } from './overview.ts'

type EventRow = Awaited<ReturnType<ReturnType<typeof findFamilyEvents>['execute']>>[number]

/** Merges the rows of an event that several students share. */
const mergeEvents = (rows: readonly EventRow[]): FamilyEvent[] =>
  Array.from(Map.groupBy(rows, ({ id }) => id).values(), (shared) => {
    const [first] = shared as [EventRow]
    const student_ids = shared.map(({ student_id }) => student_id)
    return { ...diaryEventOf(first), establishment_id: first.establishment_id, student_ids }
  })

/** Returns whether a day has classes, why not, and the next class day. `year` is null without an enrollment. */
function schoolDayOf({ year, ...school }: Omit<SchoolYear, 'year'> & { year: number | null }, day: string) {
  if (year === null) return { is_class_day: false, day_off: null, next_class_day: null }
  const calendarDays = calendarDaysOf({ ...school, year })
  const found = dayOffOn(calendarDays, day)
  return {
    is_class_day: isClassDay(calendarDays, day),
    day_off: found ? { kind: found.kind, name: found.name } : null,
    next_class_day: nextClassDay(calendarDays, day),
  }
}

export const familyHandlers = {
  async getFamilyOverview({ date }, { db, parent_id }) {
    const last = addDays(date, FAMILY_DAYS_AHEAD)
    const [rows, events] = await Promise.all([
      findStudents(db).execute({ parent_id, weekday: weekdayOf(date) }),
      findFamilyEvents(db).execute({ parent_id, first: date, last }),
    ])
    const students = rows.map(({ student_id, classes, classDayCount, attended, ...school }) => ({
      student_id,
      attendance_percentage: attendancePercentage({ classDayCount, attended }),
      ...schoolDayOf(school, date),
      classes,
    }))
    const lastDays = new Map(
      students.map(({ student_id, next_class_day }) => [
        student_id,
        next_class_day && next_class_day <= last ? next_class_day : addDays(date, 1),
      ]),
    )
    const isShown = (event: EventRow) => event.date.slice(0, 10) <= (lastDays.get(event.student_id) ?? date)
    return { students, events: mergeEvents(events.filter(isShown)) }
  },
} satisfies Partial<Handlers>
