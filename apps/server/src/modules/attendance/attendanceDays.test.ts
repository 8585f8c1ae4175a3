import { createTestSchool, type TestSchool, YEAR } from '@apoderados/testing/testSchool'
import { setupServer } from '@apoderados/testing/testServer'
import { beforeAll, describe, expect, it } from 'vitest'

const server = setupServer()
const dateInYear = (day: string) => `${YEAR}-${day}`
const ENROLLED_ON = dateInYear('03-05')

let school: TestSchool
let course_id: number

beforeAll(async () => {
  school = await createTestSchool(server())
  course_id = await school.course()
})

type AttendanceStatus = 'present' | 'absent' | 'late'

async function addFamilyWithDays(days: [day: string, status: AttendanceStatus][]) {
  const family = await school.family(course_id, { enrollment: { enrolled_on: ENROLLED_ON } })
  for (const [day, status] of days) await school.attend(family.enrollment_id, dateInYear(day), status)
  return family
}

describe('the days of attendance', () => {
  it('are the class days since the enrollment, oldest first, with their status', async () => {
    const { ask } = await addFamilyWithDays([
      ['03-09', 'late'],
      ['03-04', 'absent'],
      ['03-05', 'present'],
      ['03-06', 'absent'],
    ])
    expect((await ask('getAttendanceDays')).json().days).toEqual([
      { date: dateInYear('03-05'), status: 'present' },
      { date: dateInYear('03-06'), status: 'absent' },
      { date: dateInYear('03-09'), status: 'late' },
    ])
  })

  it('result in the percentage of getArrears', async () => {
    const { ask } = await addFamilyWithDays([
      ['03-04', 'absent'],
      ['03-05', 'present'],
      ['03-06', 'late'],
      ['03-09', 'absent'],
    ])
    const { days } = (await ask('getAttendanceDays')).json()
    const attended = days.filter(({ status }: { status: AttendanceStatus }) => status !== 'absent').length
    const { attendance_percentage } = (await ask('getArrears')).json()
    expect((attended * 100) / days.length).toBe(attendance_percentage)
  })

  it('are empty before the first class day', async () => {
    const { ask } = await addFamilyWithDays([['03-04', 'present']])
    expect((await ask('getAttendanceDays')).json()).toEqual({ days: [], remaining_days: null })
  })
})

describe('the remaining days of the year', () => {
  /** Adds a school whose year ends on Friday 4 December 2026. */
  async function schoolOf2026() {
    const ofYear = await createTestSchool(server())
    const course = await ofYear.course({ year: 2026 })
    await ofYear.subPeriod({ year: 2026, starts_on: '2026-03-04', ends_on: '2026-06-18' })
    await ofYear.subPeriod({ year: 2026, starts_on: '2026-07-06', ends_on: '2026-12-04' })
    const { enrollment_id, ask } = await ofYear.family(course, { enrollment: { year: 2026 } })
    return {
      ...ofYear,
      course,
      attend: (day: string) => ofYear.attend(enrollment_id, day, 'present'),
      remaining: async () => (await ask('getAttendanceDays')).json().remaining_days,
    }
  }

  it('are the weekdays after the last recorded day, without holidays and closures', async () => {
    const ofYear = await schoolOf2026()
    await ofYear.attend('2026-10-09')
    // Monday 12 October is a holiday.
    expect(await ofYear.remaining()).toBe(39)
    await ofYear.closure({ starts_on: '2026-10-13', ends_on: '2026-10-16' })
    expect(await ofYear.remaining()).toBe(35)
    await ofYear.attend('2026-11-27')
    expect(await ofYear.remaining()).toBe(5)
    await ofYear.attend('2026-12-04')
    expect(await ofYear.remaining()).toBe(0)
  })

  it('exclude the vacations', async () => {
    const ofYear = await schoolOf2026()
    await ofYear.attend('2026-06-17')
    const after = await ofYear.remaining()
    await ofYear.attend('2026-07-06')
    // The two class days are 18 June and 6 July; the days between them are vacations.
    expect(after - (await ofYear.remaining())).toBe(2)
  })

  it('exclude the weekdays without classes in the timetable of the course', async () => {
    const ofYear = await schoolOf2026()
    const course_subject_id = await ofYear.subject(ofYear.course)
    await ofYear.attend('2026-11-27') // a Friday
    for (const weekday of [1, 2]) await ofYear.block(ofYear.course, { weekday, course_subject_id })
    await ofYear.block(ofYear.course, { weekday: 3 }) // A block without a subject is a break and no class.
    expect(await ofYear.remaining()).toBe(3)
  })

  it('are unknown before the first class day, and without the periods of the year', async () => {
    const ofYear = await schoolOf2026()
    expect(await ofYear.remaining()).toBeNull()
    const { ask } = await addFamilyWithDays([['03-05', 'present']])
    expect((await ask('getAttendanceDays')).json().remaining_days).toBeNull()
  })
})
