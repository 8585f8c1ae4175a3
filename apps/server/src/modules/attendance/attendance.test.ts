import { createTestSchool, type TestSchool } from '@apoderados/testing/testSchool'
import { setupServer } from '@apoderados/testing/testServer'
import { beforeAll, describe, expect, it } from 'vitest'

const server = setupServer()
let school: TestSchool
let course_id: number

beforeAll(async () => {
  school = await createTestSchool(server())
  course_id = await school.course()
})

type DayStatuses = [day: string, status: 'present' | 'absent' | 'late'][]

async function percentageOf(days: DayStatuses, enrolled_on = '2026-03-04') {
  const { enrollment_id, ask } = await school.family(course_id, { enrollment: { enrolled_on } })
  for (const [day, status] of days) await school.attend(enrollment_id, day, status)
  return (await ask('getArrears')).json().attendance_percentage
}

describe('the percentage of attendance', () => {
  it('is null before the first class day', async () => {
    expect(await percentageOf([])).toBeNull()
  })

  it('counts a late student as present', async () => {
    const days: DayStatuses = [
      ['2026-03-04', 'present'],
      ['2026-03-05', 'late'],
      ['2026-03-06', 'absent'],
    ]
    expect(await percentageOf(days)).toBe(200 / 3) // The percentage is not rounded.
  })

  it('ranges from 0 to 100', async () => {
    expect(await percentageOf([['2026-03-04', 'absent']])).toBe(0)
    expect(await percentageOf([['2026-03-04', 'late']])).toBe(100)
  })

  it('counts from the day of an enrollment during the year', async () => {
    const days: DayStatuses = [
      ['2026-05-03', 'absent'],
      ['2026-05-04', 'present'],
      ['2026-05-05', 'present'],
    ]
    expect(await percentageOf(days, '2026-05-04')).toBe(100)
    expect(await percentageOf(days.slice(0, 1), '2026-05-04')).toBeNull()
  })
})

describe('late arrivals', () => {
  it('are listed newest first, with their time and status', async () => {
    const { enrollment_id, ask } = await school.family(course_id)
    const times = ['2026-04-01T11:17:00Z', '2026-06-02T12:03:00Z', '2026-04-01T11:17:00Z']
    const ids = []
    for (const time of times) ids.push(await school.arrear(enrollment_id, { date_late: new Date(time) }))
    await school.arrear(enrollment_id, {
      date_late: new Date('2026-08-03T12:00:00Z'),
      status: 'rejected',
      observation: null,
    })
    const { arrears } = (await ask('getArrears')).json()
    expect(arrears[0]).toEqual({
      id: expect.any(Number),
      date_late: '2026-08-03T08:00:00-04:00',
      status: 'rejected',
      observation: null,
    })
    expect(arrears.slice(1).map(({ id }: { id: number }) => id)).toEqual([ids[1], ids[2], ids[0]])
    expect(arrears[1].observation).toBe('Sin justificativo')
  })

  it('have the local time of their school, and its offset from UTC', async () => {
    for (const [time_zone, expected] of [
      ['America/Punta_Arenas', '2026-08-03T09:00:00-03:00'],
      ['Pacific/Easter', '2026-08-03T06:00:00-06:00'],
    ] as const) {
      const elsewhere = await createTestSchool(server(), { time_zone })
      const { enrollment_id, ask } = await elsewhere.family(await elsewhere.course())
      await elsewhere.arrear(enrollment_id, { date_late: new Date('2026-08-03T12:00:00Z') })
      expect((await ask('getArrears')).json().arrears[0].date_late).toBe(expected)
    }
  })

  it('are empty for a student who was never late', async () => {
    const { ask } = await school.family(course_id)
    expect((await ask('getArrears')).json()).toEqual({ arrears: [], attendance_percentage: null })
  })
})
