import { randomBytes } from 'node:crypto'

/*
 * Marks that are found again wherever a byte of a row surfaces: each text ends in one, each file's id begins with
 * one, and each row's number is of a range that nothing else uses.
 */

const PREFIX = 'c0ffee'
const SERIAL_DIGITS = 6
const FILE_ID_DIGITS = 32
const MARK = new RegExp(`${PREFIX}[0-9a-f]{${SERIAL_DIGITS}}|\\b77\\d{8}\\b`, 'g')
const FIRST_ID = 7_700_000_000
/** Of the range, never given to a row. */
export const UNKNOWN_ID = 7_799_999_999

export type Marks = {
  /** `word` with a mark of its own behind it. */
  text(word: string): string
  /** 32 hexadecimal digits that begin with a mark. */
  fileId(): string
  /** A row's number. */
  id(): number
}

export function createMarks(): Marks {
  let count = 0
  const next = () => {
    count += 1
    return count
  }
  const mark = () => PREFIX + next().toString(16).padStart(SERIAL_DIGITS, '0')
  return {
    text: (word) => `${word} ${mark()}`,
    fileId: () => (mark() + randomBytes(FILE_ID_DIGITS / 2).toString('hex')).slice(0, FILE_ID_DIGITS),
    id: () => FIRST_ID + next(),
  }
}

/** Every mark in a text, once. */
export const marksIn = (text: string): Set<string> => new Set(text.match(MARK))
