import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cut, fonts, OTHER_LATIN, rangesOf, SPANISH } from '../../scripts/assets/fonts.ts'

const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path))

describe('the typeface', () => {
  it.each(fonts)('$path is what npm run fonts -w scripts/assets cuts', async ({ path, signs }) => {
    expect((await cut(signs)).equals(read(path))).toBe(true)
  })

  it('fetches its second file for the signs that it holds, and never for Spanish', () => {
    const [, told = ''] = /unicode-range:([^;]+);/.exec(read('apps/web/src/styles.css').toString()) ?? []
    expect(told.trim().split(/,\s+/)).toEqual(rangesOf(OTHER_LATIN).split(', '))
    expect([...OTHER_LATIN].filter((sign) => SPANISH.includes(sign))).toEqual([])
  })
})
