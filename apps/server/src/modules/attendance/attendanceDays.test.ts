import { beforeAll, describe, expect, it } from 'vitest'
import { type OurSchool, ourSchool, YEAR } from '../../testing/ourSchool.ts'
import { useServer } from '../../testing/testServer.ts'

const server = useServer()
const on = (day: string) => `${YEAR}-${day}`
const ENROLLED = on('03-05')

let school: OurSchool
let course_id: number

beforeAll(async () => {
  school = await ourSchool(server())
  course_id = await school.course()
})

type Status = 'present' | 'absent' | 'late'

async function attending(days: [day: string, status: Status][]) {
  const family = await school.family(course_id, { enrollment: { enrolled_on: ENROLLED } })
  for (const [day, status] of days) await school.attend(family.enrollment_id, on(day), status)
  return family
}

describe('the days of attendance', () => {
  it('are the class days since the enrolment, oldest first, with their status', async () => {
    const { ask } = await attending([
      ['03-09', 'late'],
      ['03-04', 'absent'],
      ['03-05', 'present'],
      ['03-06', 'absent'],
    ])
    expect((await ask('getAttendanceDays')).json().days).toEqual([
      { date: on('03-05'), status: 'present' },
      { date: on('03-06'), status: 'absent' },
      { date: on('03-09'), status: 'late' },
    ])
  })

  it('give the percentage of getArrears', async () => {
    const { ask } = await attending([
      ['03-04', 'absent'],
      ['03-05', 'present'],
      ['03-06', 'late'],
      ['03-09', 'absent'],
    ])
    const { days } = (await ask('getAttendanceDays')).json()
    const attended = days.filter(({ status }: { status: Status }) => status !== 'absent').length
    const { attendance_percentage } = (await ask('getArrears')).json()
    expect((attended * 100) / days.length).toBe(attendance_percentage)
  })

  it('are none before the first class day', async () => {
    const { ask } = await attending([['03-04', 'present']])
    expect((await ask('getAttendanceDays')).json()).toEqual({ days: [], remaining_days: null })
  })

  it('are not those of another student', async () => {
    await attending([['03-10', 'absent']])
    const { ask } = await attending([['03-11', 'present']])
    expect((await ask('getAttendanceDays')).json().days).toEqual([{ date: on('03-11'), status: 'present' }])
  })

  it('are not found for a foreign student', async () => {
    const { student_id } = await attending([['03-10', 'absent']])
    const stranger = await school.family(course_id)
    const answer = await stranger.call('getAttendanceDays', { student_id })
    expect([answer.statusCode, answer.json()]).toEqual([404, { success: false, message: 'No encontrado' }])
  })
})
