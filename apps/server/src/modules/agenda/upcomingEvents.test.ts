import { addDays } from '@apoderados/contract/values/days'
import { createTestSchool, type TestSchool, YEAR } from '@apoderados/testing/testSchool'
import { setupServer } from '@apoderados/testing/testServer'
import { beforeAll, describe, expect, it } from 'vitest'

const server = setupServer()
const FIRST_DAY = `${YEAR}-08-17`
const FIRST_DAY_QUERY = { date: `17/08/${YEAR}` }
const daysLater = (days: number) => addDays(FIRST_DAY, days)

let school: TestSchool
let course_id: number
let family: Awaited<ReturnType<TestSchool['family']>>

beforeAll(async () => {
  school = await createTestSchool(server())
  course_id = await school.course({ name: '5° Básico', letter: 'A' })
  family = await school.family(course_id)
})

const upcomingIdsFor = async ({ ask }: Pick<typeof family, 'ask'>) =>
  (await ask('getUpcomingEvents', FIRST_DAY_QUERY)).json().map(({ id }: { id: number }) => id)

describe('the upcoming events', () => {
  it('are those of three weeks by day and time, with the fields of the agenda', async () => {
    const course_subject_id = await school.subject(course_id, { name: 'Lenguaje' })
    await school.event({ course_id, day: daysLater(-1) })
    await school.event({ course_id, day: daysLater(21) })
    const last = await school.event({ day: daysLater(20) })
    const lateEvent = await school.event({ day: FIRST_DAY, time: '15:30', course_id, course_subject_id })
    const earlyEvent = await school.event({ day: FIRST_DAY, time: '08:05' })
    const allDayEvent = await school.event({ day: FIRST_DAY, course_id })
    const next = await school.event({ day: daysLater(1), time: '07:00' })
    expect(await upcomingIdsFor(family)).toEqual([allDayEvent, earlyEvent, lateEvent, next, last])
    const upcoming = (await family.ask('getUpcomingEvents', FIRST_DAY_QUERY)).json()
    expect(upcoming.slice(0, 3)).toEqual((await family.ask('getDiaryEvents', FIRST_DAY_QUERY)).json())
  })
})
