import { closestMatch } from 'leven'

/**
 * Matches a text that needs no cleaning, as in nearly every cell: visible characters of Spanish, single blanks between
 * words.
 */
const CLEAN = /^[!-~¡-¬®-ɏ]+(?: [!-~¡-¬®-ɏ]+)*$/
/** Matches characters that hide text, reverse it or affect a terminal: controls, zero-width characters, directions. */
const UNSEEN = /[\p{Cc}\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu
const NAME_MAX = 40
const SLIPS_MAX = 3
const NOT_ASCII = /[^ -~]/

/** Returns the text as one line without invisible characters, with single blanks. */
export function cleanLine(text: string): string {
  if (CLEAN.test(text)) return text
  return text.toWellFormed().normalize('NFC').replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim()
}

/** Applies `cleanLine` to each line, and removes surplus blank lines. */
export function cleanLines(text: string): string {
  if (CLEAN.test(text)) return text
  const lines = text.split(/\r\n?|[\n\u2028\u2029]/).map(cleanLine)
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/**
 * Returns the form in which words and headers are compared: 'Dígito Ver.' becomes 'digitover', 'Tutor(a) legal' becomes
 * 'tutoralegal'.
 */
export function keyOf(text: string): string {
  const ascii = NOT_ASCII.test(text) ? text.normalize('NFD') : text
  return ascii.toLowerCase().replace(/[^a-z0-9]+/g, '')
}

/** Returns the name that was probably meant, if the text differs from it only by a few typing errors. */
export function nearest(text: string, names: readonly string[]): string | undefined {
  const key = keyOf(text).slice(0, NAME_MAX)
  const slips = Math.min(SLIPS_MAX, Math.floor(key.length / 3))
  const keys = names.map(keyOf)
  const near = slips > 0 ? closestMatch(key, keys, { maxDistance: slips }) : undefined
  return near === undefined ? undefined : names[keys.indexOf(near)]
}

/** Shortens a text for a message: one line, of at most 40 characters. */
export function excerpt(text: string): string {
  const line = cleanLine(text)
  return line.length > 40 ? `${line.slice(0, 39).toWellFormed()}…` : line
}
