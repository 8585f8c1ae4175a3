import { electiveEnrollments } from '@apoderados/database/schema/schema'
import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestSchool, type TestSchool } from '../testing/testSchool.ts'
import { useServer } from '../testing/testServer.ts'

const server = useServer()
const PDF_BYTES = Buffer.from('%PDF-1.7 pauta')
const TODAY_QUERY = { date: '17/08/2026' }
const AUGUST_RANGE = { date_start: '01/08/2026', date_end: '31/08/2026' }

type Family = Awaited<ReturnType<TestSchool['family']>>
type Elective = { id: number; document_id: string; event_id: number }

let school: TestSchool
let course_id: number
let periodQuery: { establishment_sub_period_id: number }
let commonSubjectId: number
/** Two electives in the same hour, each with one student. */
let biology: Elective
let physics: Elective
let biologyFamily: Family
let physicsFamily: Family

beforeAll(async () => {
  school = await createTestSchool(server())
  course_id = await school.course({ name: '3° Medio', letter: 'A' })
  const sub_period_id = await school.subPeriod()
  periodQuery = { establishment_sub_period_id: sub_period_id }
  biologyFamily = await school.family(course_id)
  physicsFamily = await school.family(course_id)
  const grade = async (subject: number, { enrollment_id }: Family, tenths: number) =>
    school.grade(enrollment_id, await school.assessment(subject, sub_period_id), tenths)

  commonSubjectId = await school.subject(course_id, { name: 'Filosofía' })
  await school.block(course_id, { course_subject_id: commonSubjectId, weekday: 2 })
  for (const family of [biologyFamily, physicsFamily]) await grade(commonSubjectId, family, 60)
  async function elective(name: string, family: Family, others: Family): Promise<Elective> {
    const id = await school.subject(course_id, { name })
    await school.elective(id, family.enrollment_id)
    await school.block(course_id, { course_subject_id: id })
    await grade(id, family, 40)
    await grade(id, others, 70) // A mark from the time before the student left the elective.
    const document_id = await school.document(PDF_BYTES, 'pauta.pdf', { course_id, course_subject_id: id })
    const [row] = (await family.ask('getDiaryEvents', TODAY_QUERY)).json()
    return { id, document_id, event_id: row.id }
  }
  biology = await elective('Biología', biologyFamily, physicsFamily)
  physics = await elective('Física', physicsFamily, biologyFamily)
})

const askSubjects = async ({ ask }: Family) =>
  (await ask('getPeriodQualifications', periodQuery))
    .json()
    .averages.map(({ subject }: { subject: string }) => subject)
const askEventIds = async ({ ask }: Family) =>
  (await ask('getDiaryEvents', TODAY_QUERY)).json().map(({ id }: { id: number }) => id)

describe('of two electives in the same hour, each student sees only their own', () => {
  it('in the timetable', async () => {
    const lessonsOf = async ({ ask }: Family) => {
      const { monday, tuesday } = (await ask('getCalendar')).json().employee_schedules
      return [...monday.daySchedule, ...tuesday.daySchedule].map((block) => block.class.subject_name)
    }
    expect(await lessonsOf(biologyFamily)).toEqual(['Biología', 'Filosofía'])
    expect(await lessonsOf(physicsFamily)).toEqual(['Física', 'Filosofía'])
  })

  it('in the averages, and in the average of the period', async () => {
    const { averages, average } = (await biologyFamily.ask('getPeriodQualifications', periodQuery)).json()
    expect(averages).toMatchObject([
      { subject: 'Filosofía', average: 6 },
      { subject: 'Biología', average: 4 },
    ])
    expect(average).toBe(5)
    expect(await askSubjects(physicsFamily)).toEqual(['Filosofía', 'Física'])
  })

  it('in the marks, where another’s elective is not found, like an unknown subject', async () => {
    const marks = ({ ask }: Family, course_subject_id: number) =>
      ask('getPeriodQualificationsBySubject', { ...periodQuery, course_subject_id })
    expect((await marks(biologyFamily, biology.id)).json().qualifications).toMatchObject([
      { qualification: 4 },
      { qualification: null },
    ])
    const { subjects } = (await biologyFamily.ask('getPeriodMarks', periodQuery)).json()
    expect(subjects.map(({ id }: { id: number }) => id)).toEqual([commonSubjectId, biology.id])
    const foreign = await marks(biologyFamily, physics.id)
    const unknown = await marks(biologyFamily, 9_999_999)
    expect([foreign.statusCode, foreign.body]).toEqual([404, unknown.body])
  })

  it('in the agenda and in its counts, together with events without a subject', async () => {
    const courseEvent = await school.event({ course_id, day: '2026-08-17' })
    const subjectEvent = await school.event({
      course_id,
      course_subject_id: commonSubjectId,
      day: '2026-08-17',
    })
    const shared = [courseEvent, subjectEvent]
    expect(new Set(await askEventIds(biologyFamily))).toEqual(new Set([biology.event_id, ...shared]))
    expect(new Set(await askEventIds(physicsFamily))).toEqual(new Set([physics.event_id, ...shared]))
    const { diary_counts } = (await biologyFamily.ask('countDiaryEvents', AUGUST_RANGE)).json()
    expect(diary_counts).toEqual({ '2026-08-17': 3 })
  })

  it('among the documents, where another’s is not found', async () => {
    const download = ({ call }: Family, id: string) => call('getDocument', { id })
    expect((await download(biologyFamily, biology.document_id)).statusCode).toBe(200)
    const foreign = await download(biologyFamily, physics.document_id)
    const unknown = await download(biologyFamily, 'f'.repeat(32))
    expect([foreign.statusCode, foreign.body]).toEqual([404, unknown.body])
  })
})

it('but the whole course as classmates', async () => {
  const { classmates } = (await biologyFamily.ask('getClassmates')).json()
  expect(classmates.map(({ enrollment_id }: { enrollment_id: number }) => enrollment_id)).toEqual([
    physicsFamily.enrollment_id,
  ])
})

it('and a parent sees the documents of each child’s electives', async () => {
  await school.link(biologyFamily.parent_id, physicsFamily.student_id)
  expect((await biologyFamily.call('getDocument', { id: physics.document_id })).statusCode).toBe(200)
})

it('until leaving it, and with all marks after returning to it', async () => {
  const { enrollment_id } = physicsFamily
  const isTheirs = and(
    eq(electiveEnrollments.enrollment_id, enrollment_id),
    eq(electiveEnrollments.course_subject_id, physics.id),
  )
  await server().db.delete(electiveEnrollments).where(isTheirs)
  expect(await askSubjects(physicsFamily)).toEqual(['Filosofía'])
  expect(await askEventIds(physicsFamily)).not.toContain(physics.event_id)
  await school.elective(physics.id, enrollment_id)
  const { averages } = (await physicsFamily.ask('getPeriodQualifications', periodQuery)).json()
  expect(averages).toMatchObject([{ average: 6 }, { subject: 'Física', average: 4 }])
})

it('but keeps an observation from an elective that the student has left', async () => {
  await school.observation(biologyFamily.enrollment_id, { course_subject_id: physics.id })
  const { neutral } = (await biologyFamily.ask('getObservations')).json().observations
  expect(neutral).toMatchObject([{ subject: 'Física' }])
})
