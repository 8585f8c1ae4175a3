import { sql } from 'drizzle-orm'
import type { Queryable } from '../open.ts'
import { arrears, attendance, observations } from '../schema.ts'
import { absentDays } from './attendance.ts'
import type { CoursePlan } from './course.ts'
import type { StaffIds, SubjectIds } from './curriculum.ts'
import { drawLateArrivals, LAST_ARRIVAL } from './lateArrivals.ts'
import { type DatedObservation, drawObservations } from './observations.ts'
import type { Pupil } from './pupils.ts'
import { createRandom, type Random } from './random.ts'
import { insertRows } from './rows.ts'

type Book = {
  establishment_id: number
  today: string
  /** The time of day, `HH:MM`: who has not arrived yet is not late yet. */
  clock: string
  plan: CoursePlan
  staffIds: StaffIds
  subjectIds: SubjectIds
  pupils: Pupil[]
}

/** One pupil's pages of the class book. */
function drawPages(random: Random, { today, clock, plan }: Book, pupil: Pupil) {
  const absent = absentDays(random, pupil)
  const attended = pupil.days.filter((day) => !absent.has(day))
  const arrived = attended.filter((day) => day < today || clock > LAST_ARRIVAL)
  const late = drawLateArrivals(random, pupil.role, arrived)
  const lateDays = new Set(late.map(({ day }) => day))
  const assessed = plan.subjects.filter(({ scale_type }) => scale_type !== null)
  const statusOf = (day: string) => (absent.has(day) ? 'absent' : lateDays.has(day) ? 'late' : 'present')
  return {
    pupil,
    late,
    days: pupil.days.map((day) => ({ day, status: statusOf(day) }) as const),
    notes: drawObservations(random, pupil.role, assessed, attended),
  }
}

/** An observation in class is its teacher's. */
function signed(
  { plan, staffIds, subjectIds }: Book,
  { subject, employee, where_is, ...note }: DatedObservation,
) {
  const author = plan.subjects.find(({ name }) => name === subject)?.teacher ?? employee
  return {
    ...note,
    where_is: where_is ?? null,
    employee_id: author ? staffIds.get(author) : null,
    course_subject_id: subject ? subjectIds.get(subject) : null,
    in_class: subject !== undefined,
  }
}

/** A course's attendance, late arrivals and observations. */
export async function writeClassBook(db: Queryable, book: Book): Promise<void> {
  const random = createRandom(book.plan.seed + 4)
  const pages = book.pupils.map((pupil) => drawPages(random, book, pupil))
  const owner = ({ enrollment_id }: Pupil) => ({ establishment_id: book.establishment_id, enrollment_id })
  await insertRows(
    db,
    attendance,
    pages.flatMap(({ pupil, days }) => days.map((row) => ({ ...owner(pupil), ...row }))),
  )
  await insertRows(
    db,
    arrears,
    pages.flatMap(({ pupil, late }) =>
      late.map(({ day, time, status, observation }) => ({
        ...owner(pupil),
        // By the clock on the school's wall: the database knows when Chile changes its hour.
        date_late: sql`${`${day} ${time}`}::timestamp at time zone 'America/Santiago'`,
        status,
        observation,
      })),
    ),
  )
  await insertRows(
    db,
    observations,
    pages.flatMap(({ pupil, notes }) => notes.map((note) => ({ ...owner(pupil), ...signed(book, note) }))),
  )
}
