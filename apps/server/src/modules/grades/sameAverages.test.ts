import { averageOfMarks, averageOfSubjects, fromTenths, toTenths } from '@apoderados/contract/averages'
import type { PeriodMarksResponse, SubjectAverage } from '@apoderados/contract/grades'
import { createTestSchool } from '@apoderados/testing/testSchool'
import { setupServer } from '@apoderados/testing/testServer'
import { expect, it } from 'vitest'
import type * as z from 'zod/mini'

const server = setupServer()
const SUBJECT_COUNT = 800

/**
 * Returns SQL for a pseudorandom number from 0 to `limit` - 1 that depends on `key`; different seeds are
 * independent.
 */
const randomExpression = (key: string, seed: number, limit: number) =>
  `(hashint8extended(${key}, ${seed}) & 2147483647) % ${limit}`

/**
 * Adds subjects with up to 12 assessments each and returns their averages and marks. About a tenth of the assessments
 * have no grade, and another tenth have a concept instead of a number.
 */
async function addRandomMarks(settings: { rounding: 'round' | 'truncate'; uses_weights: boolean }) {
  const { $client } = server().db
  const school = await createTestSchool(server(), settings)
  const course_id = await school.course()
  const sub_period_id = await school.subPeriod()
  const { enrollment_id, ask } = await school.family(course_id)
  await $client.query(
    `insert into course_subjects (establishment_id, course_id, position, name, scale_type, counts_in_average)
     select $1, $2, number, 'Asignatura ' || number, 'number', ${randomExpression('number', 1, 4)} > 0
     from generate_series(1, ${SUBJECT_COUNT}) number`,
    [school.establishment_id, course_id],
  )
  await $client.query(
    `insert into assessments (establishment_id, course_subject_id, sub_period_id, held_on, name, weight)
     select establishment_id, id, $2, '2026-04-01', 'Prueba', 1 + ${randomExpression('id * 16 + number', 2, 100_000)}
     from course_subjects, generate_series(1, 12) number
     where course_id = $1 and number <= ${randomExpression('id', 3, 13)}`,
    [course_id, sub_period_id],
  )
  await $client.query(
    `insert into grades (establishment_id, enrollment_id, assessment_id, tenths, concept)
     select establishment_id, $2, id, case when kind > 0 then 10 + ${randomExpression('id', 5, 61)} end,
       case when kind = 0 then 'EX' end
     from (select *, ${randomExpression('id', 4, 10)} as kind from assessments where sub_period_id = $1) as planned
     where kind < 9`,
    [sub_period_id, enrollment_id],
  )
  const fields = { establishment_sub_period_id: sub_period_id }
  return {
    published: (await ask('getPeriodQualifications', fields)).json() as {
      averages: SubjectAverage[]
      average: number | null
    },
    marks: (await ask('getPeriodMarks', fields)).json() as z.infer<typeof PeriodMarksResponse>,
  }
}

it.each([
  { rounding: 'round', uses_weights: false },
  { rounding: 'round', uses_weights: true },
  { rounding: 'truncate', uses_weights: false },
  { rounding: 'truncate', uses_weights: true },
] as const)(
  'a client computes the averages of 800 random subjects as they are published: %o',
  async (settings) => {
    const { published, marks } = await addRandomMarks(settings)
    const computed = marks.subjects.map(({ id, qualifications, counts_in_average }) => {
      const weighted = qualifications.map(({ qualification, weight }) => ({
        tenths: toTenths(qualification),
        weight,
      }))
      return { id, counts_in_average, tenths: averageOfMarks(weighted, settings.rounding) }
    })
    expect(computed.map(({ id, tenths }) => [id, fromTenths(tenths)])).toEqual(
      published.averages.map(({ id, average }) => [id, average]),
    )
    expect(computed.filter(({ tenths }) => tenths !== null).length).toBeGreaterThan(SUBJECT_COUNT / 2)
    const counted = computed.filter(({ counts_in_average }) => counts_in_average)
    const average = averageOfSubjects(
      counted.map(({ tenths }) => tenths),
      settings.rounding,
    )
    expect(fromTenths(average)).toBe(published.average)
  },
)
