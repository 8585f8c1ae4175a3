import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { OTHER_LATIN_CHARACTERS, SPANISH_CHARACTERS, unicodeRange } from '../../scripts/assets/fonts.ts'

const readBytes = (path: string) => readFileSync(join(import.meta.dirname, '../..', path))

describe('the typeface', () => {
  it('loads its second file for the characters that it contains, and never for Spanish', () => {
    const [, ranges = ''] =
      /unicode-range:([^;]+);/.exec(readBytes('apps/web/src/styles.css').toString()) ?? []
    expect(ranges.trim().split(/,\s+/)).toEqual(unicodeRange(OTHER_LATIN_CHARACTERS).split(', '))
    expect([...OTHER_LATIN_CHARACTERS].filter((sign) => SPANISH_CHARACTERS.includes(sign))).toEqual([])
  })
})
