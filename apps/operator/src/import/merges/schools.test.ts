import { describe, expect, it } from 'vitest'
import { courseA, ourSet } from '../../testing/ourSet.ts'
import { useImport } from '../../testing/useImport.ts'

const { query, apply } = useImport()

describe('courses', () => {
  it('may change places with their codes', async () => {
    await apply(ourSet)
    const courseB = { ...courseA, letter: 'B' }
    await apply({ cursos: [courseA, { ...courseB, code: '5B' }] })
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

  it.each(['5B', '5b'])('do not take the code of one that is not in the list: %s', async (code) => {
    await apply(ourSet)
    await apply({ cursos: [courseA, { ...courseA, letter: 'B', code: '5B' }] })
    const { problems } = await apply({ cursos: [{ ...courseA, code }] })
    expect(problems).toEqual([
      expect.objectContaining({
        ...{ line: 2, column: 'codigo', message: 'el código ya es del curso 5° Básico B' },
        expected: 'otro código, o también ese curso en la hoja, con uno nuevo',
      }),
    ])
  })
})
