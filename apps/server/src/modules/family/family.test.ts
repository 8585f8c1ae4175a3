import type { ResponseOf } from '@apoderados/contract/calls/api'
import { createTestSchool, type TestSchool } from '@apoderados/testing/testSchool'
import { setupServer } from '@apoderados/testing/testServer'
import { beforeAll, describe, expect, it } from 'vitest'

type Overview = ResponseOf<'getFamilyOverview'>
type CallFunction = Awaited<ReturnType<TestSchool['signIn']>>['call']

const server = setupServer()
/** A Monday in 2026. */
const TODAY = '2026-08-17'
const TOMORROW = '2026-08-18'
/** The fields about the day for a student whose school has no periods. */
const UNKNOWN_SCHOOL_DAY = { is_class_day: false, day_off: null, next_class_day: null }

const askOverview = async (call: CallFunction, date = '17/08/2026'): Promise<Overview> => {
  const response = await call('getFamilyOverview', { date })
  expect(response.statusCode).toBe(200)
  return response.json()
}

let school: TestSchool
let otherSchool: TestSchool

beforeAll(async () => {
  school = await createTestSchool(server())
  otherSchool = await createTestSchool(server())
})

/** Adds a parent with one student per place, which is a school and a course; returns the students in this order. */
async function addFamily(...places: [TestSchool, number][]) {
  const parent_id = await school.parent()
  const children: { student_id: number; enrollment_id: number }[] = []
  for (const [at, course_id] of places) {
    const student_id = await at.student()
    const enrollment_id = await at.enroll(student_id, course_id)
    await at.link(parent_id, student_id)
    children.push({ student_id, enrollment_id })
  }
  const { call } = await school.signIn(parent_id)
  return { parent_id, children, call }
}

describe('the overview of a family', () => {
  it('has each child’s attendance, and the classes of the weekday by time, without breaks', async () => {
    const [ownCourse, otherCourse] = [await school.course(), await otherSchool.course()]
    const maths = await school.subject(ownCourse, { name: 'Matemática' })
    const history = await school.subject(ownCourse, { name: 'Historia' })
    const music = await otherSchool.subject(otherCourse, { name: 'Música' })
    await school.block(ownCourse, { course_subject_id: maths, starts_at: '09:45', ends_at: '11:15' })
    await school.block(ownCourse, { course_subject_id: history, starts_at: '08:00', ends_at: '09:30' })
    await school.block(ownCourse, { starts_at: '09:30', ends_at: '09:45' })
    await school.block(ownCourse, { course_subject_id: maths, weekday: 2 })
    await otherSchool.block(otherCourse, { course_subject_id: music, starts_at: '08:15', ends_at: '09:00' })
    const { call, children } = await addFamily([school, ownCourse], [otherSchool, otherCourse])
    const [first, second] = children
    if (!first || !second) throw new Error('two children')
    await school.attend(first.enrollment_id, '2026-03-05', 'present')
    await school.attend(first.enrollment_id, '2026-03-06', 'absent')
    await school.attend(first.enrollment_id, '2026-03-09', 'late')
    await school.attend(first.enrollment_id, '2026-03-03', 'absent') // A day before the enrollment.
    expect((await askOverview(call)).students).toEqual([
      {
        student_id: first.student_id,
        attendance_percentage: 200 / 3,
        ...UNKNOWN_SCHOOL_DAY,
        classes: [
          { subject_name: 'Historia', starts_at: '08:00', ends_at: '09:30' },
          { subject_name: 'Matemática', starts_at: '09:45', ends_at: '11:15' },
        ],
      },
      {
        student_id: second.student_id,
        attendance_percentage: null,
        ...UNKNOWN_SCHOOL_DAY,
        classes: [{ subject_name: 'Música', starts_at: '08:15', ends_at: '09:00' }],
      },
    ])
    const weekend = await askOverview(call, '16/08/2026')
    expect(weekend.students.map(({ classes }) => classes)).toEqual([[], []])
  })

  it('has the events of today and tomorrow, and an event of two children once', async () => {
    const [one, two, otherCourse] = [await school.course(), await school.course(), await otherSchool.course()]
    const { call, children } = await addFamily([school, one], [school, two], [otherSchool, otherCourse])
    const [first, second, third] = children.map(({ student_id }) => student_id)
    const shared = await school.event({ day: TODAY })
    const timed = await school.event({ day: TODAY, time: '15:30', course_id: two })
    const tomorrow = await otherSchool.event({
      day: TOMORROW,
      course_id: otherCourse,
      time: null,
      content: '',
    })
    await school.event({ day: '2026-08-19', course_id: one })
    await school.event({ day: '2026-08-16', course_id: one })
    const { events } = await askOverview(call)
    const ownEvents = events.filter(({ id }) => [shared, timed, tomorrow].includes(id))
    expect(ownEvents).toHaveLength(events.length)
    expect(
      ownEvents.map(({ id, student_ids, establishment_id }) => [id, student_ids, establishment_id]),
    ).toEqual([
      [shared, [first, second], school.establishment_id],
      [timed, [second], school.establishment_id],
      [tomorrow, [third], otherSchool.establishment_id],
    ])
    const query = { student_id: second, date: '17/08/2026' }
    const agenda = (await call('getDiaryEvents', query)).json()
    expect(ownEvents.slice(0, 2)).toMatchObject(agenda)
    expect(ownEvents[2]).toMatchObject({ date: TOMORROW, content: null })
  })

  it('shows electives only to the students who take them', async () => {
    const course_id = await school.course()
    const { call, children } = await addFamily([school, course_id], [school, course_id])
    const elective = await school.subject(course_id, { name: 'Física' })
    await school.elective(elective, children[1]?.enrollment_id as number)
    await school.block(course_id, { course_subject_id: elective })
    const event = await school.event({ day: TODAY, course_id, course_subject_id: elective })
    const { students, events } = await askOverview(call)
    expect(students.map(({ classes }) => classes.length)).toEqual([0, 1])
    expect(events.find(({ id }) => id === event)?.student_ids).toEqual([children[1]?.student_id])
  })
})

describe('the school day of a child', () => {
  async function childOf(place: TestSchool) {
    const { call } = await addFamily([place, await place.course()])
    return async (date: string) => {
      const { students, events } = await askOverview(call, date)
      const [{ is_class_day, day_off, next_class_day } = UNKNOWN_SCHOOL_DAY] = students
      return { day: [is_class_day, day_off?.kind, day_off?.name, next_class_day], events }
    }
  }
  /** Adds a school with the semesters of 2026, and a closure from Tuesday to Thursday after a holiday on Monday. */
  async function schoolWithPeriods() {
    const place = await createTestSchool(server())
    await place.subPeriod({ year: 2026, starts_on: '2026-03-04', ends_on: '2026-06-18' })
    await place.subPeriod({ year: 2026, starts_on: '2026-07-06', ends_on: '2026-12-04' })
    await place.closure({ starts_on: '2026-10-13', ends_on: '2026-10-15', name: 'Semana del colegio' })
    return place
  }

  it('is derived from the periods, the holidays and the closures', async () => {
    const dayOn = await childOf(await schoolWithPeriods())
    const known: [string, unknown[]][] = [
      ['07/10/2026', [true, undefined, undefined, '2026-10-08']],
      ['09/10/2026', [true, undefined, undefined, '2026-10-16']],
      ['10/10/2026', [false, undefined, undefined, '2026-10-16']],
      ['12/10/2026', [false, 'holiday', 'Encuentro de Dos Mundos', '2026-10-16']],
      ['14/10/2026', [false, 'closure', 'Semana del colegio', '2026-10-16']],
      ['24/06/2026', [false, 'vacation', 'Vacaciones de invierno', '2026-07-06']],
      ['20/01/2026', [false, 'vacation', 'Vacaciones de verano', '2026-03-04']],
      ['04/12/2026', [true, undefined, undefined, null]],
      ['31/12/2026', [false, 'vacation', 'Vacaciones de verano', null]],
      ['04/01/2027', [false, 'vacation', 'Vacaciones de verano', null]],
    ]
    for (const [date, expected] of known) expect([date, (await dayOn(date)).day]).toEqual([date, expected])
  })

  it('contains the events up to the next class day within a week, or else those of tomorrow', async () => {
    const place = await schoolWithPeriods()
    const dayOn = await childOf(place)
    const days = ['2026-10-10', '2026-10-16', '2026-10-17', '2026-10-19', '2026-10-20', '2026-06-19']
    for (const day of [...days, '2026-06-20', '2026-07-06']) await place.event({ day, title: day })
    const titles = async (date: string) => (await dayOn(date)).events.map(({ title }) => title)
    expect(await titles('09/10/2026')).toEqual(['2026-10-10', '2026-10-16'])
    expect(await titles('16/10/2026')).toEqual(['2026-10-16', '2026-10-17', '2026-10-19'])
    expect(await titles('19/10/2026')).toEqual(['2026-10-19', '2026-10-20'])
    expect(await titles('18/06/2026')).toEqual(['2026-06-19'])
    expect(await titles('29/06/2026')).toEqual(['2026-07-06'])
  })

  it('is that of each child’s own school', async () => {
    const [one, two] = [await schoolWithPeriods(), await createTestSchool(server())]
    const { call } = await addFamily([one, await one.course()], [two, await two.course()])
    const monday = await two.event({ day: '2026-10-19' })
    const { students, events } = await askOverview(call, '16/10/2026')
    expect(students.map(({ is_class_day, next_class_day }) => [is_class_day, next_class_day])).toEqual([
      [true, '2026-10-19'],
      [false, null],
    ])
    expect(events.map(({ id }) => id)).not.toContain(monday)
  })
})

describe('the overview of a family contains nothing', () => {
  it('for a parent without students', async () => {
    const { call } = await school.signIn(await school.parent())
    expect(await askOverview(call)).toEqual({ students: [], events: [] })
  })

  it('if the day is missing', async () => {
    const { call } = await school.signIn(await school.parent())
    const response = await call('getFamilyOverview', { date: '31/02/2026' })
    expect([response.statusCode, response.json().message]).toEqual([400, 'Fecha inválida'])
  })
})
