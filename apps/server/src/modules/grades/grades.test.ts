import { newPupil as addPupil } from '@apoderados/testing/gradedPupil'
import { setupServer } from '@apoderados/testing/testServer'
import { describe, expect, it } from 'vitest'

const server = setupServer()
const newPupil = (settings = {}) => addPupil(server(), settings)

describe('the average of a subject', () => {
  it.each([
    [[39, 40], 4, 3.9],
    [[40, 41], 4.1, 4],
    [[53, 54], 5.4, 5.3],
    [[69, 70], 7, 6.9],
    [[10, 10], 1, 1],
    [[70, 70], 7, 7],
    [[40, 40, 41], 4, 4],
  ])('of %j is %d rounded and %d truncated', async (tenths, rounded, cut) => {
    for (const [rounding, average] of [
      ['round', rounded],
      ['truncate', cut],
    ]) {
      const pupil = await newPupil({ rounding })
      await pupil.subject(tenths)
      const response = await pupil.averages()
      expect([response.averages[0].average, response.average]).toEqual([average, average])
    }
  })

  it('weights each grade if the school uses weights, and counts it once otherwise', async () => {
    const weighted = await newPupil({ uses_weights: true })
    await weighted.subject([70, 40], {}, [30, 70])
    expect((await weighted.averages()).average).toBe(4.9)
    const unweighted = await newPupil()
    await unweighted.subject([70, 40], {}, [30, 70])
    expect((await unweighted.averages()).average).toBe(5.5)
  })

  it('ignores the weight of a pending grade', async () => {
    const pupil = await newPupil({ uses_weights: true })
    await pupil.subject([60, null], {}, [10, 90])
    expect((await pupil.averages()).average).toBe(6)
  })

  it('is null while every grade is pending, like that of the period', async () => {
    const pupil = await newPupil()
    const id = await pupil.subject([null, null])
    const { averages, average } = await pupil.averages()
    expect(averages).toEqual([
      {
        id,
        subject: expect.stringMatching(/^Asignatura/),
        scale_type: 'number',
        average: null,
        note_scale_value: null,
      },
    ])
    expect(average).toBeNull()
  })

  it('ignores a concept among numbers', async () => {
    const pupil = await newPupil()
    await pupil.subject([50, 'EX', 60])
    expect((await pupil.averages()).averages[0]).toMatchObject({ average: 5.5, note_scale_value: null })
  })
})

describe('the concept of a subject', () => {
  it('is the latest of the period, by day and then by id', async () => {
    const pupil = await newPupil()
    await pupil.subject(['B', 'MB', null], { scale_type: 'other' })
    const sameDay = await pupil.subject(['S'], { scale_type: 'other' })
    await pupil.graded(sameDay, ['I'])
    const { averages } = await pupil.averages()
    expect(averages).toMatchObject([
      { scale_type: 'other', average: null, note_scale_value: 'MB' },
      { scale_type: 'other', average: null, note_scale_value: 'I' },
    ])
  })

  it('is null before the first, and counts in no average', async () => {
    const pupil = await newPupil()
    await pupil.subject([null], { scale_type: 'other' })
    await pupil.subject(['MB', 20], { scale_type: 'other' })
    await pupil.subject([60])
    const { averages, average } = await pupil.averages()
    expect(averages[0]).toMatchObject({ average: null, note_scale_value: null })
    expect(averages[1]).toMatchObject({ average: null, note_scale_value: 'MB' })
    expect(average).toBe(6)
  })
})

describe('the average of the period', () => {
  it('is the mean of the published averages, not of the grades', async () => {
    const pupil = await newPupil()
    await pupil.subject([39, 40]) // 3,95, published as 4,0
    await pupil.subject([40, 41]) // 4,05, published as 4,1
    expect((await pupil.averages()).average).toBe(4.1) // The mean of all four grades would be 4,0.
  })

  it('counts a subject once, however many grades it has', async () => {
    const pupil = await newPupil()
    await pupil.subject([70])
    await pupil.subject([40, 40, 40])
    expect((await pupil.averages()).average).toBe(5.5)
  })

  it('excludes a subject that the law excludes, but shows its average', async () => {
    const pupil = await newPupil()
    await pupil.subject([50])
    await pupil.subject([70], { counts_in_average: false })
    const { averages, average } = await pupil.averages()
    expect(averages[1].average).toBe(7)
    expect(average).toBe(5)
  })

  it('lists subjects in the school’s order, without workshops', async () => {
    const pupil = await newPupil()
    await pupil.subject([50], { name: 'Segunda', position: 2 })
    await pupil.subject([50], { name: 'Primera', position: 1 })
    await pupil.subject([], { name: 'Taller', position: 0, scale_type: null })
    const { averages } = await pupil.averages()
    expect(averages.map(({ subject }: { subject: string }) => subject)).toEqual(['Primera', 'Segunda'])
  })
})

describe('the grades of a subject', () => {
  it('are sorted by day and id, with concepts and pending ones', async () => {
    const pupil = await newPupil()
    const id = await pupil.subject([54, 'EX', null])
    await pupil.graded(id, [70])
    const grades = await pupil.details(id)
    expect(grades.map(({ id: _, ...grade }: { id: number }) => grade)).toEqual([
      { name: 'Prueba', description: 'Unidad 1', qualification: 5.4, note_scale_value: null },
      { name: 'Prueba', description: 'Unidad 1', qualification: 7, note_scale_value: null },
      { name: 'Prueba', description: 'Unidad 1', qualification: null, note_scale_value: 'EX' },
      { name: 'Prueba', description: 'Unidad 1', qualification: null, note_scale_value: null },
    ])
    expect(new Set(grades.map((grade: { id: number }) => grade.id)).size).toBe(4)
  })

  it('are empty before the first assessment', async () => {
    const pupil = await newPupil()
    expect(await pupil.details(await pupil.subject([]))).toEqual([])
  })
})
