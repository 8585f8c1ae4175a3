import { closestMatch } from 'leven'

/** Matches a text that needs no cleaning, as most cells: visible Latin characters, with single blanks between words. */
const CLEAN_TEXT = /^[!-~¡-¬®-ɏ]+(?: [!-~¡-¬®-ɏ]+)*$/
/** Matches zero-width characters, soft hyphens and direction marks, which could hide text. They separate no words. */
const INVISIBLE_CHARACTERS = /\p{Cf}/gu
/** Matches control characters, which could affect a terminal. */
const CONTROL_CHARACTERS = /\p{Cc}/gu
const COMPARED_LENGTH_MAX = 40
const TYPING_ERRORS_MAX = 3
const NON_ASCII_CHARACTER = /[^ -~]/

/** Matches 'Ã±', 'Â°', '├▒', '√±' and the replacement character: UTF-8 that a program decoded in another encoding. */
const BROKEN_ACCENTS =
  /\ufffd|[ÃÂ][\x80-\xbf\u0152-\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]|├[\u2500-\u259f\xa1-\xff]|√[±°≥©∫ë≠âéìöú∂†]/
export const BROKEN_ACCENTS_MESSAGE =
  'los acentos llegaron rotos: corrija el texto, o saque de nuevo la planilla y guárdela como «CSV UTF-8»'
export const hasBrokenAccents = (text: string) => NON_ASCII_CHARACTER.test(text) && BROKEN_ACCENTS.test(text)

/** Returns the text as one line without invisible characters, with single blanks. */
export function cleanLine(text: string): string {
  if (CLEAN_TEXT.test(text)) return text
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(INVISIBLE_CHARACTERS, '')
    .replace(CONTROL_CHARACTERS, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Applies `cleanLine` to each line, and keeps at most one of several successive blank lines. */
export function cleanLines(text: string): string {
  if (CLEAN_TEXT.test(text)) return text
  const lines = text.split(/\r\n?|[\n\u2028\u2029]/).map(cleanLine)
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** Returns the form in which words and headers are compared: 'Dígito Ver.' becomes 'digitover'. */
export function normalizeName(text: string): string {
  const ascii = NON_ASCII_CHARACTER.test(text) ? text.normalize('NFD') : text
  return ascii.toLowerCase().replace(/[^a-z0-9]+/g, '')
}

/** Returns the name that differs from the text by the fewest typing errors; undefined if it differs by too many. */
export function nearestName(text: string, names: readonly string[]): string | undefined {
  const key = normalizeName(text).slice(0, COMPARED_LENGTH_MAX)
  const slips = Math.min(TYPING_ERRORS_MAX, Math.floor(key.length / 3))
  const keys = names.map(normalizeName)
  const near = slips > 0 ? closestMatch(key, keys, { maxDistance: slips }) : undefined
  return near === undefined ? undefined : names[keys.indexOf(near)]
}

/** Shortens a text for a message: one line, of at most 40 characters. */
export function excerpt(text: string): string {
  const line = cleanLine(text)
  return line.length > 40 ? `${line.slice(0, 39).toWellFormed()}…` : line
}
