/**
 * Splits the product's typeface into a file with the characters of Spanish, which nearly every page needs, and a file
 * with the other Latin characters (decision 0027).
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import subsetFont from 'subset-font'

const root = join(import.meta.dirname, '../..')
const sourceFont = join(
  root,
  'node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
)

const charactersBetween = (first: number, last: number) =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index))

/** The characters that Spanish texts use: ASCII, the letters with accents, and typographic signs. */
export const SPANISH_CHARACTERS = `${charactersBetween(0x20, 0x7e)}\u00a0áéíóúüñÁÉÍÓÚÜÑ¿¡°ºª«»·–—‘’“”…`
/** The other characters of Figtree's Latin file, for foreign names and for signs such as m² and ½. */
export const OTHER_LATIN_CHARACTERS = Array.from(`${charactersBetween(0xa1, 0xff)}\u0131\u0152\u0153‚„•‹›€™−`)
  .filter((sign) => !SPANISH_CHARACTERS.includes(sign) && sign !== '\u00ad')
  .join('')

/**
 * The OpenType features to keep: composed characters, kerning, ligatures, local forms, the position of marks and
 * tabular figures. The font's other features, such as fractions and alternates, are dropped.
 */
const keptFeatures = ['ccmp', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'tnum']
/** The design tokens use font weights from 400 to 700. */
const variationAxes = { wght: { min: 400, max: 700, default: 400 } }

export const fontFiles = [
  { path: 'apps/web/src/fonts/figtree-spanish.woff2', signs: SPANISH_CHARACTERS },
  { path: 'apps/web/src/fonts/figtree-other-latin.woff2', signs: OTHER_LATIN_CHARACTERS },
]

/** Returns the `unicode-range` of a file with these characters: 'U+00A2-00A9, U+00AC'. */
export function unicodeRange(signs: string): string {
  const codes = Array.from(signs, (sign) => sign.codePointAt(0) ?? 0)
  const isSequel = (code: number) => codes.includes(code - 1)
  const hex = (code: number) => code.toString(16).toUpperCase().padStart(4, '0')
  return codes
    .filter((code) => !isSequel(code))
    .map((first) => {
      let last = first
      while (codes.includes(last + 1)) last += 1
      return first === last ? `U+${hex(first)}` : `U+${hex(first)}-${hex(last)}`
    })
    .join(', ')
}

export const subsetFontTo = async (signs: string): Promise<Buffer> =>
  subsetFont(await readFile(sourceFont), signs, {
    targetFormat: 'woff2',
    variationAxes,
    keepFeatures: keptFeatures,
  })
