import { createTestSchool, type TestSchool } from './testSchool.ts'
import type { TestServer } from './testServer.ts'

/** Adds a family with a child in a new course, and provides the calls that the tests send about one period. */
export async function pupilOf(school: TestSchool, sub_period_id: number) {
  const course_id = await school.course()
  const { enrollment_id, ask } = await school.family(course_id)

  /** Adds one assessment per result, each held a day after the previous one; null is a pending grade. */
  async function graded(
    course_subject_id: number,
    results: (number | string | null)[],
    weights: number[] = [],
  ) {
    for (const [index, result] of results.entries()) {
      const held_on = `2026-04-${String(index + 1).padStart(2, '0')}`
      const row = { held_on, weight: weights[index] ?? 1 }
      await school.grade(
        enrollment_id,
        await school.assessment(course_subject_id, sub_period_id, row),
        result,
      )
    }
  }
  return {
    course_id,
    enrollment_id,
    ask,
    graded,
    subject: async (results: (number | string | null)[], row = {}, weights: number[] = []) => {
      const id = await school.subject(course_id, row)
      await graded(id, results, weights)
      return id
    },
    averages: async () =>
      (await ask('getPeriodQualifications', { establishment_sub_period_id: sub_period_id })).json(),
    details: async (course_subject_id: number) => {
      const fields = { establishment_sub_period_id: sub_period_id, course_subject_id }
      return (await ask('getPeriodQualificationsBySubject', fields)).json().qualifications
    },
    marks: async () => (await ask('getPeriodMarks', { establishment_sub_period_id: sub_period_id })).json(),
  }
}

/** Creates a school with these settings and one period, and a student of it. */
export async function newPupil(server: TestServer, settings = {}) {
  const school = await createTestSchool(server, settings)
  return pupilOf(school, await school.subPeriod())
}
