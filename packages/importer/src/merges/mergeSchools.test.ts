import { describe, expect, it } from 'vitest'
import type { Records } from '../sheetRecords.ts'
import { changesOf, setupImport } from '../testing/setupImport.ts'
import { courseA, exam, testSet, YEAR } from '../testing/testSet.ts'

const { query, apply, startFrom } = setupImport()

describe('a second import', () => {
  const courseB = { ...courseA, letter: 'B', code: '5B' }
  const [first, second] = testSet.periodos as [Records['periodos'], Records['periodos']]
  const [maths, religion] = testSet.asignaturas as [Records['asignaturas'], Records['asignaturas']]

  startFrom(() => apply({ ...testSet, cursos: [courseA, courseB] }))

  describe('courses', () => {
    it('may swap their codes', async () => {
      await apply({
        cursos: [
          { ...courseA, code: '5B' },
          { ...courseB, code: '5A' },
        ],
      })
      expect(await query('select code, letter from courses order by letter')).toEqual([
        { code: '5B', letter: 'A' },
        { code: '5A', letter: 'B' },
      ])
    })

    it.each(['5B', '5b'])(
      'do not get the code of a course that is missing from the list: %s',
      async (code) => {
        const { problems } = await apply({ cursos: [{ ...courseA, code }] })
        expect(problems).toEqual([
          expect.objectContaining({
            line: 2,
            column: 'codigo',
            message: 'el código ya es del curso 5° Básico B',
            expected: 'otro código, o también ese curso en la hoja, con uno nuevo',
          }),
        ])
      },
    )
  })

  describe('a code in another case', () => {
    it('refers to the same row', async () => {
      const { problems, counts } = await apply({
        periodos: [{ ...first, code: 's1', starts_on: `${YEAR}-03-05` }, second],
        cursos: [{ ...courseA, code: '5a' }],
        asignaturas: [{ ...maths, code: 'mat' }, religion],
        evaluaciones: [{ ...exam, code: 'p1' }],
      })
      expect(problems).toEqual([])
      expect(changesOf(counts)).toEqual({
        periodos: '+0 ~1 -0',
        cursos: '+0 ~1 -0',
        asignaturas: '+0 ~1 -0',
        evaluaciones: '+0 ~1 -0',
      })
    })
  })

  describe('swapped values', () => {
    it('are corrected: names of subjects, and dates of periods', async () => {
      const datesOf = ({ starts_on, ends_on }: Records['periodos']) => ({ starts_on, ends_on })
      const { problems, counts } = await apply({
        periodos: [
          { ...first, ...datesOf(second) },
          { ...second, ...datesOf(first) },
        ],
        asignaturas: [
          { ...maths, name: religion.name },
          { ...religion, name: maths.name },
        ],
      })
      expect(problems).toEqual([])
      expect(changesOf(counts)).toMatchObject({ periodos: '+0 ~2 -0', asignaturas: '+0 ~2 -0' })
      expect(await query('select code, starts_on::text from sub_periods order by code')).toEqual([
        { code: 'S1', starts_on: `${YEAR}-07-06` },
        { code: 'S2', starts_on: `${YEAR}-03-04` },
      ])
      expect(await query('select code, name from course_subjects order by code')).toEqual([
        { code: 'MAT', name: 'Religión' },
        { code: 'REL', name: 'Matemática' },
      ])
    })
  })
})
