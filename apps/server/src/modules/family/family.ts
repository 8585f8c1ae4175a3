import { FAMILY_DAYS_AHEAD, type FamilyEvent } from '@apoderados/contract/family'
import { addDays, weekdayOf } from '@apoderados/contract/values/days'
import { attendancePercentage } from '@apoderados/database/students/classDays'
import { diaryEventOf } from '@apoderados/database/students/shownEvents'
import type { Handlers } from '../../http/context.ts'
import { findFamilyEvents, findStudents } from './overview.ts'
import { schoolDayOf } from './schoolDay.ts'

type EventRow = Awaited<ReturnType<ReturnType<typeof findFamilyEvents>['execute']>>[number]

/** Merges the rows of an event that several students share. */
function mergeEvents(rows: readonly EventRow[]): FamilyEvent[] {
  const merged = new Map<number, FamilyEvent>()
  for (const row of rows) {
    const { student_id, establishment_id } = row
    const known = merged.get(row.id)
    if (known) known.student_ids.push(student_id)
    else merged.set(row.id, { ...diaryEventOf(row), establishment_id, student_ids: [student_id] })
  }
  return [...merged.values()]
}

export const family = {
  async getFamilyOverview({ date }, { reads, parent_id }) {
    const last = addDays(date, FAMILY_DAYS_AHEAD)
    const [rows, events] = await Promise.all([
      findStudents(reads).execute({ parent_id, weekday: weekdayOf(date) }),
      findFamilyEvents(reads).execute({ parent_id, first: date, last }),
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
