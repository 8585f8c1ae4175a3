import { describe, expect, it } from 'vitest'
import { readRoster } from '../../testing/readRoster.ts'

describe('a OneRoster set', () => {
  it('contains assessments and grades', async () => {
    const { records } = await readRoster()
    expect(
      records.evaluaciones.map(({ code, course, subject, period, held_on }) => [
        code,
        course,
        subject,
        period,
        held_on,
      ]),
    ).toEqual([
      ['li1', 'h5a', 'mat', 's1', '2026-04-15'],
      ['li2', 'h5a', 'rel', 's2', '2026-08-01'],
      ['li2', 'h5b', 'rel', 's2', '2026-08-01'],
    ])
    expect(
      records.notas.map(({ assessment, student_rut, tenths }) => [assessment, student_rut, tenths]),
    ).toEqual([
      ['li1', '40318926', 54],
      ['li2', '40318926', null],
      ['li2', '40533274', null],
      ['li1', '40533274', null],
    ])
  })

  it.each([
    ['number', 'no results'],
    ['other', 'concepts alone', 'li2,k1,fully graded,,MB', 'li2,k2,exempt,4.0,'],
    ['number', 'a number and then a concept', 'li2,k1,fully graded,6.0,', 'li2,k2,fully graded,,MB'],
    ['number', 'a concept and then a number', 'li2,k1,fully graded,,MB', 'li2,k2,fully graded,6.0,'],
  ])('gives the scale «%s» to a class with %s', async (scale, _, ...rows) => {
    const headers = 'sourcedId,status,dateLastModified,lineItemSourcedId,studentSourcedId'
    const results = [
      `${headers},scoreStatus,score,textScore`,
      'r1,,,li1,k1,fully graded,5.4,Bien',
      ...rows.map((row, index) => `r${index + 2},,,${row}`),
    ].join('\n')
    const { records, problems } = await readRoster({ results })
    expect(problems).toEqual([])
    expect(records.asignaturas.map(({ code, scale_type }) => [code, scale_type])).toEqual([
      ['mat', 'number'],
      ['rel', scale],
      ['rel', scale],
    ])
  })
})
