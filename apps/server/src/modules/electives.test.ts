import { electiveEnrollments } from '@apoderados/database/schema/schema'
import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestSchool, type TestSchool } from '../testing/testSchool.ts'
import { useServer } from '../testing/testServer.ts'

const server = useServer()
const PDF = Buffer.from('%PDF-1.7 pauta')
const TODAY = { date: '17/08/2026' }
const AUGUST = { date_start: '01/08/2026', date_end: '31/08/2026' }

type Family = Awaited<ReturnType<TestSchool['family']>>
type Elective = { id: number; document_id: string; event_id: number }

let school: TestSchool
let course_id: number
let period: { establishment_sub_period_id: number }
let common: number
/** Two electives in the same hour, each with one student. */
let biology: Elective
let physics: Elective
let biologist: Family
let physicist: Family

beforeAll(async () => {
  school = await createTestSchool(server())
  course_id = await school.course({ name: '3° Medio', letter: 'A' })
  const sub_period_id = await school.subPeriod()
  period = { establishment_sub_period_id: sub_period_id }
  biologist = await school.family(course_id)
  physicist = await school.family(course_id)
  const grade = async (subject: number, { enrollment_id }: Family, tenths: number) =>
    school.grade(enrollment_id, await school.assessment(subject, sub_period_id), tenths)

  common = await school.subject(course_id, { name: 'Filosofía' })
  await school.block(course_id, { course_subject_id: common, weekday: 2 })
  for (const family of [biologist, physicist]) await grade(common, family, 60)
  async function elective(name: string, family: Family, others: Family): Promise<Elective> {
    const id = await school.subject(course_id, { name })
    await school.elective(id, family.enrollment_id)
    await school.block(course_id, { course_subject_id: id })
    await grade(id, family, 40)
    await grade(id, others, 70) // A mark from the time before the student left the elective.
    const document_id = await school.document(PDF, 'pauta.pdf', { course_id, course_subject_id: id })
    const [row] = (await family.ask('getDiaryEvents', TODAY)).json()
    return { id, document_id, event_id: row.id }
  }
  biology = await elective('Biología', biologist, physicist)
  physics = await elective('Física', physicist, biologist)
})

const subjectsOf = async ({ ask }: Family) =>
  (await ask('getPeriodQualifications', period))
    .json()
    .averages.map(({ subject }: { subject: string }) => subject)
const eventsOf = async ({ ask }: Family) =>
  (await ask('getDiaryEvents', TODAY)).json().map(({ id }: { id: number }) => id)

describe('of two electives in the same hour, each student sees only their own', () => {
  it('in the timetable', async () => {
    const lessonsOf = async ({ ask }: Family) => {
      const { monday, tuesday } = (await ask('getCalendar')).json().employee_schedules
      return [...monday.daySchedule, ...tuesday.daySchedule].map((block) => block.class.subject_name)
    }
    expect(await lessonsOf(biologist)).toEqual(['Biología', 'Filosofía'])
    expect(await lessonsOf(physicist)).toEqual(['Física', 'Filosofía'])
  })

  it('in the averages, and in the average of the period', async () => {
    const { averages, average } = (await biologist.ask('getPeriodQualifications', period)).json()
    expect(averages).toMatchObject([
      { subject: 'Filosofía', average: 6 },
      { subject: 'Biología', average: 4 },
    ])
    expect(average).toBe(5)
    expect(await subjectsOf(physicist)).toEqual(['Filosofía', 'Física'])
  })

  it('in the marks, where another’s elective is not found, like an unknown subject', async () => {
    const marks = ({ ask }: Family, course_subject_id: number) =>
      ask('getPeriodQualificationsBySubject', { ...period, course_subject_id })
    expect((await marks(biologist, biology.id)).json().qualifications).toMatchObject([
      { qualification: 4 },
      { qualification: null },
    ])
    const { subjects } = (await biologist.ask('getPeriodMarks', period)).json()
    expect(subjects.map(({ id }: { id: number }) => id)).toEqual([common, biology.id])
    const foreign = await marks(biologist, physics.id)
    const unknown = await marks(biologist, 9_999_999)
    expect([foreign.statusCode, foreign.body]).toEqual([404, unknown.body])
  })

  it('in the agenda and in its counts, together with events without a subject', async () => {
    const courseEvent = await school.event({ course_id, day: '2026-08-17' })
    const subjectEvent = await school.event({ course_id, course_subject_id: common, day: '2026-08-17' })
    const shared = [courseEvent, subjectEvent]
    expect(new Set(await eventsOf(biologist))).toEqual(new Set([biology.event_id, ...shared]))
    expect(new Set(await eventsOf(physicist))).toEqual(new Set([physics.event_id, ...shared]))
    const { diary_counts } = (await biologist.ask('countDiaryEvents', AUGUST)).json()
    expect(diary_counts).toEqual({ '2026-08-17': 3 })
  })

  it('among the documents, where another’s is not found', async () => {
    const download = ({ call }: Family, id: string) => call('getDocument', { id })
    expect((await download(biologist, biology.document_id)).statusCode).toBe(200)
    const foreign = await download(biologist, physics.document_id)
    const unknown = await download(biologist, 'f'.repeat(32))
    expect([foreign.statusCode, foreign.body]).toEqual([404, unknown.body])
  })
})

it('but the whole course as classmates', async () => {
  const { classmates } = (await biologist.ask('getClassmates')).json()
  expect(classmates.map(({ enrollment_id }: { enrollment_id: number }) => enrollment_id)).toEqual([
    physicist.enrollment_id,
  ])
})

it('and a parent sees the documents of each child’s electives', async () => {
  await school.link(biologist.parent_id, physicist.student_id)
  expect((await biologist.call('getDocument', { id: physics.document_id })).statusCode).toBe(200)
})

it('until leaving it, and with all marks after returning to it', async () => {
  const { enrollment_id } = physicist
  const isTheirs = and(
    eq(electiveEnrollments.enrollment_id, enrollment_id),
    eq(electiveEnrollments.course_subject_id, physics.id),
  )
  await server().db.delete(electiveEnrollments).where(isTheirs)
  expect(await subjectsOf(physicist)).toEqual(['Filosofía'])
  expect(await eventsOf(physicist)).not.toContain(physics.event_id)
  await school.elective(physics.id, enrollment_id)
  const { averages } = (await physicist.ask('getPeriodQualifications', period)).json()
  expect(averages).toMatchObject([{ average: 6 }, { subject: 'Física', average: 4 }])
})

it('but keeps an observation from an elective that the student has left', async () => {
  await school.observation(biologist.enrollment_id, { course_subject_id: physics.id })
  const { neutral } = (await biologist.ask('getObservations')).json().observations
  expect(neutral).toMatchObject([{ subject: 'Física' }])
})
