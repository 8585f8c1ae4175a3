import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fonts, OTHER_LATIN, rangesOf, SPANISH, subsetWith } from '../../scripts/assets/fonts.ts'

const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path))

describe('the typeface', () => {
  it.each(fonts)('$path equals the output of npm run fonts -w scripts/assets', async ({ path, signs }) => {
    expect((await subsetWith(signs)).equals(read(path))).toBe(true)
  })

  it('loads its second file for the characters that it contains, and never for Spanish', () => {
    const [, ranges = ''] = /unicode-range:([^;]+);/.exec(read('apps/web/src/styles.css').toString()) ?? []
    expect(ranges.trim().split(/,\s+/)).toEqual(rangesOf(OTHER_LATIN).split(', '))
    expect([...OTHER_LATIN].filter((sign) => SPANISH.includes(sign))).toEqual([])
  })
})
