import { beforeAll, describe, expect, it } from 'vitest'
import { createTestSchool, type TestSchool } from '../../testing/testSchool.ts'
import { useServer } from '../../testing/testServer.ts'

const server = useServer()

describe('sub-periods', () => {
  it('are those of the school and the enrollment’s year, in order', async () => {
    const school = await createTestSchool(server())
    const second = { name: '2° Semestre', starts_on: '2026-07-06', ends_on: '2026-12-04' }
    await school.subPeriod(second)
    await school.subPeriod()
    await school.subPeriod({ year: 2025, starts_on: '2025-03-04', ends_on: '2025-06-18' })
    await (await createTestSchool(server())).subPeriod()
    const { ask } = await school.family(await school.course())
    const answer = await ask('getSubPeriods')
    expect(answer.json().map(({ name }: { name: string }) => name)).toEqual(['1° Semestre', '2° Semestre'])
  })
})

describe('ids of other schools and students', () => {
  let ownIds: { sub_period: number; subject: number }
  let foreign: { name: string; sub_period: number; subject: number }[]
  let ask: Awaited<ReturnType<TestSchool['family']>>['ask']

  beforeAll(async () => {
    const [school, other] = [await createTestSchool(server()), await createTestSchool(server())]
    const course_id = await school.course()
    ownIds = { sub_period: await school.subPeriod(), subject: await school.subject(course_id) }
    const lastYear = { year: 2025, starts_on: '2025-03-04', ends_on: '2025-06-18' }
    foreign = [
      { ...ownIds, name: 'period of another school', sub_period: await other.subPeriod() },
      { ...ownIds, name: 'period of another year', sub_period: await school.subPeriod(lastYear) },
      { ...ownIds, name: 'period of nobody', sub_period: 999_999 },
      { ...ownIds, name: 'subject of another course', subject: await school.subject(await school.course()) },
      { ...ownIds, name: 'subject of another school', subject: await other.subject(await other.course()) },
      { ...ownIds, name: 'workshop', subject: await school.subject(course_id, { scale_type: null }) },
      { ...ownIds, name: 'subject of nobody', subject: 999_999 },
    ]
    ask = (await school.family(course_id)).ask
  })

  it('are not found, with identical answers', async () => {
    const fields = ({ sub_period, subject }: typeof ownIds) => ({
      establishment_sub_period_id: sub_period,
      course_subject_id: subject,
    })
    expect((await ask('getPeriodQualificationsBySubject', fields(ownIds))).statusCode).toBe(200)
    for (const { name, ...ids } of foreign) {
      const answer = await ask('getPeriodQualificationsBySubject', fields(ids))
      expect([answer.statusCode, answer.body], name).toEqual([
        404,
        '{"success":false,"message":"No encontrado"}',
      ])
    }
    for (const { name, sub_period } of foreign.filter((ids) => ids.sub_period !== ownIds.sub_period)) {
      for (const call of ['getPeriodQualifications', 'getPeriodMarks'] as const) {
        const answer = await ask(call, { establishment_sub_period_id: sub_period })
        expect([answer.statusCode, answer.body], `${call}, ${name}`).toEqual([
          404,
          '{"success":false,"message":"No encontrado"}',
        ])
      }
    }
  })
})
