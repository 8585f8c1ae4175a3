import { closestMatch } from 'leven'

/** What needs no cleaning, as nearly every cell: visible signs of Spanish, one blank between words. */
const CLEAN = /^[!-~¡-¬®-ɏ]+(?: [!-~¡-¬®-ɏ]+)*$/
/** What hides, turns text around or steers a terminal: controls, zero widths, directions. */
const UNSEEN = /[\p{Cc}\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu
const NAME_MAX = 40
const SLIPS_MAX = 3
const NOT_ASCII = /[^ -~]/

/** On one line, without signs that cannot be seen, each run of blanks as one. */
export function cleanLine(text: string): string {
  if (CLEAN.test(text)) return text
  return text.toWellFormed().normalize('NFC').replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim()
}

/** `cleanLine` of each line, without blank ones above, below and next to another. */
export function cleanLines(text: string): string {
  if (CLEAN.test(text)) return text
  const lines = text.split(/\r\n?|[\n\u2028\u2029]/).map(cleanLine)
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** By which words and headers compare: 'Dígito Ver.' → 'digitover', 'Tutor(a) legal' → 'tutoralegal'. */
export function keyOf(text: string): string {
  const ascii = NOT_ASCII.test(text) ? text.normalize('NFD') : text
  return ascii.toLowerCase().replace(/[^a-z0-9]+/g, '')
}

/** The name that was meant, if one is so near that it can be a slip of the hand. */
export function nearest(text: string, names: readonly string[]): string | undefined {
  const key = keyOf(text).slice(0, NAME_MAX)
  const slips = Math.min(SLIPS_MAX, Math.floor(key.length / 3))
  const keys = names.map(keyOf)
  const near = slips > 0 ? closestMatch(key, keys, { maxDistance: slips }) : undefined
  return near === undefined ? undefined : names[keys.indexOf(near)]
}

/** Fit for a message: on one line, of at most 40 characters. */
export function excerpt(text: string): string {
  const line = cleanLine(text)
  return line.length > 40 ? `${line.slice(0, 39).toWellFormed()}…` : line
}
