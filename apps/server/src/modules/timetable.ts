import type { Block } from '@apoderados/contract/calendar/timetable'
import { preparedQuery } from '@apoderados/core/db/client/open'
import { hasKey, isOfSame } from '@apoderados/core/db/schema/schoolKeys'
import { blocks, courseSubjects, employees } from '@apoderados/core/db/tables/schools'
import { electivesOfOthers, isShownToStudent } from '@apoderados/core/students/electives'
import { linkedEnrollment } from '@apoderados/core/students/enrollments'
import { and, sql } from 'drizzle-orm'
import type { Handlers } from '../http/context.ts'

/** Returns one row per subject with all its blocks of the week in one text, and one such row for the breaks. */
const findLessons = preparedQuery((db) => {
  const linked = linkedEnrollment(db)
  const others = electivesOfOthers(db, linked)
  const lessons = db
    .select({
      course_subject_id: blocks.course_subject_id,
      times:
        sql<string>`string_agg(${blocks.weekday} || ' ' || ${blocks.starts_at} || ' ' || ${blocks.ends_at} || ' ' || ${blocks.is_lunch}, ',')`.as(
          'times',
        ),
    })
    .from(blocks)
    .where(and(isOfSame(blocks, linked, 'course_id'), isShownToStudent(blocks.course_subject_id, others)))
    .groupBy(blocks.course_subject_id)
    .as('lessons')
  return db
    .select({
      times: lessons.times,
      subject_name: courseSubjects.name,
      employee_name: employees.name,
      employee_last_name: employees.last_name,
      course_name: linked.course_name,
      letter: linked.letter,
    })
    .from(linked)
    .crossJoinLateral(others)
    .crossJoinLateral(lessons)
    .leftJoin(courseSubjects, hasKey(courseSubjects, linked, lessons.course_subject_id))
    .leftJoin(employees, hasKey(employees, courseSubjects, courseSubjects.employee_id))
    .prepare('lessons')
})

type LessonRow = Awaited<ReturnType<ReturnType<typeof findLessons>['execute']>>[number]
type WeekdayBlock = Block & { weekday: number }

/** Parses a block such as '3 13:00:00 14:00:00 true': weekday, start, end, and whether it is lunch. */
function parseBlock(time: string, lesson: Block['class']): WeekdayBlock {
  const digits = (from: number, to: number) => Number(time.slice(from, to))
  return {
    weekday: digits(0, 1),
    block_type: lesson ? 'class' : 'playtime',
    hour_start: digits(2, 4),
    minute_start: digits(5, 7),
    hour_end: digits(11, 13),
    minute_end: digits(14, 16),
    ...(time.endsWith('true') && { is_lunch: true as const }),
    class: lesson,
  }
}

function weekBlocksOf({ times, subject_name, course_name, letter, ...teacher }: LessonRow): WeekdayBlock[] {
  const isClass = subject_name !== null && course_name !== null && letter !== null
  const lesson = isClass ? { subject_name, ...teacher, course_name, letter } : null
  return times.split(',').map((time) => parseBlock(time, lesson))
}

const byStart = (a: Block, b: Block) => a.hour_start - b.hour_start || a.minute_start - b.minute_start

export const timetableHandlers = {
  async getCalendar({ student_id }, { db, parent_id }) {
    const weekBlocks = (await findLessons(db).execute({ student_id, parent_id }))
      .flatMap(weekBlocksOf)
      .sort(byStart)
    const blocksOn = (weekday: number) => ({
      daySchedule: weekBlocks.filter((block) => block.weekday === weekday),
    })
    return {
      employee_schedules: {
        monday: blocksOn(1),
        tuesday: blocksOn(2),
        wednesday: blocksOn(3),
        thursday: blocksOn(4),
        friday: blocksOn(5),
      },
    }
  },
} satisfies Partial<Handlers>
