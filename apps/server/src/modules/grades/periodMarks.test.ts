import { averageOfMarks, fromTenths } from '@apoderados/contract/averages'
import { newPupil, pupilOf } from '@apoderados/testing/gradedPupil'
import { createTestSchool } from '@apoderados/testing/testSchool'
import { setupServer } from '@apoderados/testing/testServer'
import { describe, expect, it } from 'vitest'

const server = setupServer()
type SubjectsWithMarks = { id: number; qualifications: { id: number; [field: string]: unknown }[] }[]

describe('the marks of a period', () => {
  it('are those of each subject by day and id, with day, concept and pending ones', async () => {
    const pupil = await newPupil(server())
    const maths = await pupil.subject([54, 'EX', null], { position: 1 })
    const english = await pupil.subject([], { position: 2 })
    await pupil.graded(maths, [70])
    const mark = { id: expect.any(Number), name: 'Prueba', description: 'Unidad 1', weight: null }
    expect(await pupil.marks()).toEqual({
      rounding: 'round',
      uses_weights: false,
      subjects: [
        {
          id: maths,
          scale_type: 'number',
          counts_in_average: true,
          qualifications: [
            { ...mark, date: '2026-04-01', qualification: 5.4, note_scale_value: null },
            { ...mark, date: '2026-04-01', qualification: 7, note_scale_value: null },
            { ...mark, date: '2026-04-02', qualification: null, note_scale_value: 'EX' },
            { ...mark, date: '2026-04-03', qualification: null, note_scale_value: null },
          ],
        },
        { id: english, scale_type: 'number', counts_in_average: true, qualifications: [] },
      ],
    })
  })

  it('have weights if the school uses weights', async () => {
    const pupil = await newPupil(server(), { uses_weights: true, rounding: 'truncate' })
    await pupil.subject([70, null], {}, [30, 70])
    const { rounding, uses_weights, subjects } = await pupil.marks()
    expect([rounding, uses_weights]).toEqual(['truncate', true])
    expect(subjects[0].qualifications).toMatchObject([{ weight: 30 }, { weight: 70 }])
  })

  it('list the subjects of the averages, in the same order, and state which count', async () => {
    const pupil = await newPupil(server())
    await pupil.subject(['MB'], { position: 3, scale_type: 'other' })
    await pupil.subject([50], { position: 2, counts_in_average: false })
    await pupil.subject([], { position: 0, scale_type: null })
    await pupil.subject([60], { position: 1 })
    const { subjects } = await pupil.marks()
    expect(subjects).toMatchObject([
      { scale_type: 'number', counts_in_average: true },
      { scale_type: 'number', counts_in_average: false },
      { scale_type: 'other', counts_in_average: false },
    ])
    const { averages } = await pupil.averages()
    const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id)
    expect(idsOf(subjects)).toEqual(idsOf(averages))
  })

  it('equal the responses of all single subjects together', async () => {
    const pupil = await newPupil(server(), { uses_weights: true })
    for (const results of [[45, null, 61], ['EX', 33], []]) await pupil.subject(results)
    const { subjects } = (await pupil.marks()) as { subjects: SubjectsWithMarks }
    for (const { id, qualifications } of subjects) {
      const single = qualifications.map(({ date: _, weight: __, ...mark }) => mark)
      expect(single).toEqual(await pupil.details(id))
    }
  })

  it('result in the average that the server publishes once a simulated grade is entered', async () => {
    const school = await createTestSchool(server(), { uses_weights: true })
    const period = await school.subPeriod()
    const pupil = await pupilOf(school, period)
    const id = await pupil.subject([54], {}, [30])
    const pending = await school.assessment(id, period, { weight: 70 })
    const [{ qualifications }] = (await pupil.marks()).subjects
    expect(qualifications).toMatchObject([{ weight: 30 }, { weight: 70 }])
    const supposed = [
      { tenths: 54, weight: 30 },
      { tenths: 61, weight: 70 },
    ]
    await school.grade(pupil.enrollment_id, pending, 61)
    expect((await pupil.averages()).averages[0].average).toBe(fromTenths(averageOfMarks(supposed, 'round')))
  })
})
