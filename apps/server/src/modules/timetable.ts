import type { Block } from '@apoderados/contract/timetable'
import { and, asc, eq, sql } from 'drizzle-orm'
import { linkedEnrollment } from '../db/enrollments.ts'
import { prepared } from '../db/open.ts'
import { blocks, courseSubjects, employees } from '../db/schema.ts'
import type { Handlers } from '../handlers.ts'

const hour = (time: typeof blocks.starts_at | typeof blocks.ends_at) =>
  sql<number>`extract(hour from ${time})::int`
const minute = (time: typeof blocks.starts_at | typeof blocks.ends_at) =>
  sql<number>`extract(minute from ${time})::int`

const findBlocks = prepared((db) => {
  const linked = linkedEnrollment(db)
  return db
    .select({
      weekday: blocks.weekday,
      hour_start: hour(blocks.starts_at),
      minute_start: minute(blocks.starts_at),
      hour_end: hour(blocks.ends_at),
      minute_end: minute(blocks.ends_at),
      subject_name: courseSubjects.name,
      employee_name: employees.name,
      employee_last_name: employees.last_name,
      course_name: sql<string>`${linked.course_name}`,
      letter: sql<string>`${linked.letter}`,
    })
    .from(linked)
    .innerJoin(
      blocks,
      and(eq(blocks.establishment_id, linked.establishment_id), eq(blocks.course_id, linked.course_id)),
    )
    .leftJoin(
      courseSubjects,
      and(
        eq(courseSubjects.establishment_id, blocks.establishment_id),
        eq(courseSubjects.id, blocks.course_subject_id),
      ),
    )
    .leftJoin(
      employees,
      and(
        eq(employees.establishment_id, courseSubjects.establishment_id),
        eq(employees.id, courseSubjects.employee_id),
      ),
    )
    .orderBy(asc(blocks.weekday), asc(blocks.starts_at))
    .prepare('blocks')
})

type Row = Awaited<ReturnType<ReturnType<typeof findBlocks>['execute']>>[number]

function toBlock({ weekday: _, hour_start, minute_start, hour_end, minute_end, ...lesson }: Row): Block {
  const { subject_name } = lesson
  return {
    block_type: subject_name === null ? 'playtime' : 'class',
    hour_start,
    minute_start,
    hour_end,
    minute_end,
    class: subject_name === null ? null : { ...lesson, subject_name },
  }
}

export const timetable = {
  async getCalendar({ student_id }, { reads, parent_id }) {
    const rows = await findBlocks(reads).execute({ student_id, parent_id })
    const on = (weekday: number) => ({
      daySchedule: rows.filter((row) => row.weekday === weekday).map(toBlock),
    })
    return {
      employee_schedules: { monday: on(1), tuesday: on(2), wednesday: on(3), thursday: on(4), friday: on(5) },
    }
  },
} satisfies Partial<Handlers>
