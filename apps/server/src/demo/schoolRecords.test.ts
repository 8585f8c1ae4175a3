import { schoolCalendar } from '@apoderados/school-data/calendar/calendar'
import { schoolYear } from '@apoderados/school-data/calendar/schoolYear'
import { setupDemoRecords } from '@apoderados/testing/setupDemoRecords'
import { type SQL, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'

const { load, column, number } = setupDemoRecords()

const MARTINA_ID = 1
const TOMAS_ID = 31
/**
 * A subquery with one row per student and assessment, and its grade; a pending one has no tenths and no concept.
 */
const assessmentMarks = sql`(
  select enrollment.student_id, subject.name as subject, subject.scale_type, period.name as period,
    assessment.held_on, grade.tenths, grade.concept,
    num_nonnulls(grade.tenths, grade.concept) = 1 as is_graded
  from enrollments enrollment
  join course_subjects subject on subject.course_id = enrollment.course_id
  join assessments assessment on assessment.course_subject_id = subject.id
  join sub_periods period on period.id = assessment.sub_period_id
  left join grades grade on grade.assessment_id = assessment.id and grade.enrollment_id = enrollment.id
) as marks`
const recordsOfStudent = (table: SQL, student: number) =>
  sql`(select ${table}.*, student_id from ${table} join enrollments on enrollments.id = enrollment_id
    where student_id = ${student}) as own`

const demoTimes = [
  '2026-01-02T15:00:00Z',
  '2026-03-08T15:00:00Z',
  '2026-03-09T15:00:00Z',
  '2026-07-06T15:00:00Z', // The second semester begins on this day.
  '2026-08-17T15:00:00Z',
  '2026-12-25T15:00:00Z', // The day is a holiday, on which courses have no events.
]

describe.each(demoTimes)('at %s the demo school', (now) => {
  const today = now.slice(0, 10)
  const calendar = schoolCalendar(schoolYear(today))
  const begunPeriods = calendar.periods.filter(({ starts_on }) => starts_on <= today).map(({ name }) => name)
  const isFirstDay = today === '2026-03-09' // The demo shows the school year 2026 from this day, its fourth class day.
  beforeAll(() => load(now))

  it('shows the school year of the calendar, and no other', async () => {
    const years = await column(sql`select distinct year from enrollments`)
    expect(years).toEqual([calendar.periods[0]?.starts_on.slice(0, 4)])
  })

  it('has grades of both students in each semester that has begun, and in no other', async () => {
    for (const student of [MARTINA_ID, TOMAS_ID]) {
      const graded = sql`select distinct period from ${assessmentMarks} where student_id = ${student} and is_graded order by 1`
      expect(await column(graded)).toEqual(begunPeriods)
    }
  })

  it('has attendance on class days only, good and poor', async () => {
    const rate = (student: number) =>
      number(
        sql`select 100 * avg((status <> 'absent')::int) from ${recordsOfStudent(sql`attendance`, student)}`,
      )
    expect(await rate(TOMAS_ID)).toBeLessThan(85)
    if (!isFirstDay) {
      expect(await rate(MARTINA_ID)).toBeGreaterThan(90)
      expect(await rate(MARTINA_ID)).toBeLessThan(94)
      expect(await rate(TOMAS_ID)).toBeGreaterThan(81)
    }
    const classDays = await column(sql`select distinct day from attendance order by 1`)
    expect(classDays).toEqual(calendar.classDays.filter((day) => day <= today))
    const before = sql`select count(*) from attendance join enrollments on enrollments.id = enrollment_id
      where day < enrolled_on`
    expect(await number(before)).toBe(0)
  })

  it('has nothing in the future but events and pending assessments', async () => {
    const future = sql`
      select day from attendance where day > ${today}
      union all select date from observations where date > ${today}
      union all select enrolled_on from enrollments where enrolled_on > ${today}
      union all select held_on from ${assessmentMarks} where is_graded and held_on > ${today}
      union all select date_late::date from arrears where date_late > ${now}`
    expect(await column(future)).toEqual([])
  })
})
