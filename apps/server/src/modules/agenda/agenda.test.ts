import { createTestSchool, type TestSchool, YEAR } from '@apoderados/testing/testSchool'
import { setupServer } from '@apoderados/testing/testServer'
import { beforeAll, describe, expect, it } from 'vitest'

const server = setupServer()
const AUGUST_RANGE = { date_start: '01/08/2026', date_end: '31/08/2026' }
const TODAY_QUERY = { date: '17/08/2026' }

let school: TestSchool
let course_id: number
let family: Awaited<ReturnType<TestSchool['family']>>

beforeAll(async () => {
  school = await createTestSchool(server())
  course_id = await school.course({ name: '5° Básico', letter: 'A' })
  family = await school.family(course_id)
})

/** Returns the event of a day that has no other. */
async function onlyEventOf(date: string, ask = family.ask) {
  const events = (await ask('getDiaryEvents', { date })).json()
  expect(events).toHaveLength(1)
  return events[0]
}

describe('events', () => {
  it('are those of the course and of the whole school, and their count equals the list', async () => {
    const other = await createTestSchool(server())
    const otherCourse = await school.course()
    const courseEvent = await school.event({ course_id })
    const schoolEvent = await school.event()
    await school.event({ course_id, day: '2026-08-20' })
    await school.event({ day: '2026-07-31' })
    await school.event({ day: '2026-09-01' })
    await school.event({ course_id: otherCourse })
    await school.event({ course_id: otherCourse, day: '2026-08-21' })
    await other.event()
    await other.event({ course_id: await other.course(), day: '2026-08-22' })
    const events = (await family.ask('getDiaryEvents', TODAY_QUERY)).json()
    expect(events.map(({ id }: { id: number }) => id)).toEqual([courseEvent, schoolEvent])
    expect((await family.ask('countDiaryEvents', AUGUST_RANGE)).json()).toEqual({
      diary_counts: { '2026-08-17': 2, '2026-08-20': 1 },
    })
  })

  it('of the school end with March of the next year for a family that is no longer in a list', async () => {
    const year = YEAR - 2
    const former = await school.course({ year })
    const formerFamily = await school.family(former, { enrollment: { year } })
    const courseEvent = await school.event({ course_id: former, day: `${YEAR - 1}-04-01` })
    const last = await school.event({ day: `${YEAR - 1}-03-31` })
    await school.event({ day: `${YEAR - 1}-04-01` })
    const idsOf = async (date: string) =>
      (await formerFamily.ask('getDiaryEvents', { date })).json().map(({ id }: { id: number }) => id)
    expect(await idsOf(`31/03/${YEAR - 1}`)).toEqual([last])
    expect(await idsOf(`01/04/${YEAR - 1}`)).toEqual([courseEvent])
    const spring = { date_start: `01/03/${YEAR - 1}`, date_end: `30/04/${YEAR - 1}` }
    expect((await formerFamily.ask('countDiaryEvents', spring)).json().diary_counts).toEqual({
      [`${YEAR - 1}-03-31`]: 1,
      [`${YEAR - 1}-04-01`]: 1,
    })
  })

  it('have their course and subject, or null', async () => {
    const course_subject_id = await school.subject(course_id, { name: 'Lenguaje' })
    const id = await school.event({ course_id, course_subject_id, day: '2026-10-01' })
    await school.event({ day: '2026-10-02', title: '', description: '', content: '' })
    expect(await onlyEventOf('01/10/2026')).toEqual({
      id,
      title: 'Reunión',
      description: 'En la sala',
      content: 'Traer libreta',
      date: '2026-10-01',
      course: { description: '5° Básico A' },
      subject: { name: 'Lenguaje' },
      document: null,
    })
    expect(await onlyEventOf('02/10/2026')).toEqual({
      id: expect.any(Number),
      title: null,
      description: null,
      content: null,
      date: '2026-10-02',
      course: null,
      subject: null,
      document: null,
    })
  })

  it('are sorted by time, all-day events first, then by id', async () => {
    const day = '2026-10-05'
    const lateEvent = await school.event({ day, time: '15:30' })
    const earlyEvent = await school.event({ day, time: '08:05', course_id })
    const allDayEvent = await school.event({ day })
    const sameTimeEvent = await school.event({ day, time: '15:30', course_id })
    const events = (await family.ask('getDiaryEvents', { date: '05/10/2026' })).json()
    expect(events.map(({ id }: { id: number }) => id)).toEqual([
      allDayEvent,
      earlyEvent,
      lateEvent,
      sameTimeEvent,
    ])
  })

  it.each([
    ['2026-04-04', '10:00', '2026-04-04T10:00:00-03:00'],
    ['2026-04-04', '22:59', '2026-04-04T22:59:00-03:00'],
    ['2026-04-04', '23:30', '2026-04-04T23:30:00-03:00'], // The hour before midnight occurs twice.
    ['2026-04-05', '00:00', '2026-04-05T00:00:00-04:00'], // Winter time since midnight.
    ['2026-04-05', '10:00', '2026-04-05T10:00:00-04:00'],
    ['2026-09-05', '23:59', '2026-09-05T23:59:00-04:00'],
    ['2026-09-06', '01:00', '2026-09-06T01:00:00-03:00'], // The hour after midnight does not exist.
    ['2026-09-06', '10:00', '2026-09-06T10:00:00-03:00'],
  ])('on %s at %s happen at %s', async (day, time, moment) => {
    const dayOnlySchool = await createTestSchool(server())
    const { ask } = await dayOnlySchool.family(await dayOnlySchool.course())
    await dayOnlySchool.event({ day, time })
    const date = day.split('-').reverse().join('/')
    expect((await onlyEventOf(date, ask)).date).toBe(moment)
  })

  it('use the time zone of the school', async () => {
    const island = await createTestSchool(server(), { time_zone: 'Pacific/Easter' })
    const { ask } = await island.family(await island.course())
    await island.event({ day: '2026-08-17', time: '22:30' })
    expect((await onlyEventOf('17/08/2026', ask)).date).toBe('2026-08-17T22:30:00-06:00')
  })
})
