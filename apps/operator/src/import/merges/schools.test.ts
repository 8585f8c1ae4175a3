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
})
