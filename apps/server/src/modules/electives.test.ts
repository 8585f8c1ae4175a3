import { electiveEnrollments } from '@apoderados/core/db/tables/people'
import { createTestSchool, type TestSchool } from '@apoderados/testing/testSchool'
import { setupServer } from '@apoderados/testing/testServer'
import { and, eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'

// http/authz.test.ts checks that no read shows an elective to a family whose student does not take it.

const server = setupServer()
type Family = Awaited<ReturnType<TestSchool['family']>>

let school: TestSchool
let periodQuery: { establishment_sub_period_id: number }
let physicsId: number
let biologyFamily: Family
let physicsFamily: Family

beforeAll(async () => {
  school = await createTestSchool(server())
  const course_id = await school.course({ name: '3° Medio', letter: 'A' })
  const sub_period_id = await school.subPeriod()
  periodQuery = { establishment_sub_period_id: sub_period_id }
  biologyFamily = await school.family(course_id)
  physicsFamily = await school.family(course_id)
  const grade = async (subject: number, { enrollment_id }: Family, tenths: number) =>
    school.grade(enrollment_id, await school.assessment(subject, sub_period_id), tenths)
  const commonSubjectId = await school.subject(course_id, { name: 'Filosofía' })
  for (const family of [biologyFamily, physicsFamily]) await grade(commonSubjectId, family, 60)
  async function elective(name: string, family: Family, others: Family): Promise<number> {
    const id = await school.subject(course_id, { name })
    await school.elective(id, family.enrollment_id)
    await grade(id, family, 40)
    await grade(id, others, 70) // A mark from the time before the student left the elective.
    return id
  }
  await elective('Biología', biologyFamily, physicsFamily)
  physicsId = await elective('Física', physicsFamily, biologyFamily)
})

const askPeriod = async ({ ask }: Family) => (await ask('getPeriodQualifications', periodQuery)).json()

it('the average of a period counts the student’s own electives', async () => {
  const { averages, average } = await askPeriod(biologyFamily)
  expect(averages).toMatchObject([
    { subject: 'Filosofía', average: 6 },
    { subject: 'Biología', average: 4 },
  ])
  expect(average).toBe(5)
})

it('an elective has all its marks again after the student returned to it', async () => {
  const { enrollment_id } = physicsFamily
  const isTheirs = and(
    eq(electiveEnrollments.enrollment_id, enrollment_id),
    eq(electiveEnrollments.course_subject_id, physicsId),
  )
  await server().db.delete(electiveEnrollments).where(isTheirs)
  expect((await askPeriod(physicsFamily)).averages).toMatchObject([{ subject: 'Filosofía' }])
  await school.elective(physicsId, enrollment_id)
  const { averages } = await askPeriod(physicsFamily)
  expect(averages).toMatchObject([{ average: 6 }, { subject: 'Física', average: 4 }])
})
