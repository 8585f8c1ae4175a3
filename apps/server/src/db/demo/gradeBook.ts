import type { Queryable } from '../open.ts'
import { assessments, grades, subPeriods } from '../schema.ts'
import { planAssessments } from './assessmentPlan.ts'
import type { SchoolCalendar } from './calendar.ts'
import type { CoursePlan } from './course.ts'
import type { SubjectIds } from './curriculum.ts'
import { drawMarks, isAnnounced } from './grading.ts'
import type { Pupil } from './pupils.ts'
import { createRandom } from './random.ts'
import { insertRows } from './rows.ts'

/** In the order of the calendar. */
export async function writeSubPeriods(
  db: Queryable,
  establishment_id: number,
  { year, periods }: SchoolCalendar,
): Promise<number[]> {
  const rows = await db
    .insert(subPeriods)
    .values(
      periods.map(({ name, starts_on, ends_on }) => ({ establishment_id, year, name, starts_on, ends_on })),
    )
    .returning({ id: subPeriods.id })
  return rows.map(({ id }) => id)
}

type Book = {
  establishment_id: number
  today: string
  calendar: SchoolCalendar
  plan: CoursePlan
  periodIds: number[]
  subjectIds: SubjectIds
  pupils: Pupil[]
}

/** A course's assessments, held and announced, and the marks that are known by `today`. */
export async function writeGradeBook(db: Queryable, book: Book): Promise<void> {
  const { establishment_id, today, calendar, plan, periodIds, subjectIds, pupils } = book
  const planned = planAssessments(calendar, plan)
  const currentPeriod = calendar.periods.findLastIndex(({ starts_on }) => starts_on <= today)
  const isShown = planned.map(
    (assessment) => assessment.period <= currentPeriod && isAnnounced(assessment, today),
  )
  const shown = planned.filter((_, index) => isShown[index])
  const rows = await db
    .insert(assessments)
    .values(
      shown.map(({ subject, period, held_on, name, description }) => ({
        establishment_id,
        course_subject_id: subjectIds.get(subject.name) as number,
        sub_period_id: periodIds[period] as number,
        held_on,
        name,
        description,
      })),
    )
    .returning({ id: assessments.id })
  const random = createRandom(plan.seed + 3)
  const marks = pupils.flatMap((pupil) =>
    drawMarks(random, pupil, planned, { today, currentPeriod })
      .filter((_, index) => isShown[index])
      .flatMap((mark, index) => {
        const assessment_id = rows[index]?.id as number
        return mark ? [{ establishment_id, enrollment_id: pupil.enrollment_id, assessment_id, ...mark }] : []
      }),
  )
  await insertRows(db, grades, marks)
}
