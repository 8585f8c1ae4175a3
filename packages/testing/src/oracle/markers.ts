import { randomBytes } from 'node:crypto'

/*
 * A marker tells from which row a text, a file or an id in a response comes. Each text contains a marker, each file id
 * begins with one, and each row id is one: row ids are in a range that nothing else uses.
 */

const MARKER_PREFIX = 'c0ffee'
const SERIAL_DIGITS = 6
const FILE_ID_DIGITS = 32
const MARKER_PATTERN = new RegExp(`${MARKER_PREFIX}[0-9a-f]{${SERIAL_DIGITS}}|\\b77\\d{8}\\b`, 'g')
const FIRST_ROW_ID = 7_700_000_000
/** An id in the range of the row ids that no row has. */
export const UNKNOWN_ROW_ID = 7_799_999_999

export type Markers = {
  /** Returns `word` with a new marker appended. */
  text(word: string): string
  /** Returns 32 hexadecimal digits that begin with a marker. */
  fileId(): string
  /** Returns a new row id. */
  id(): number
}

export function createMarkers(): Markers {
  let count = 0
  const next = () => {
    count += 1
    return count
  }
  const marker = () => MARKER_PREFIX + next().toString(16).padStart(SERIAL_DIGITS, '0')
  return {
    text: (word) => `${word} ${marker()}`,
    fileId: () => (marker() + randomBytes(FILE_ID_DIGITS / 2).toString('hex')).slice(0, FILE_ID_DIGITS),
    id: () => FIRST_ROW_ID + next(),
  }
}

/** Returns the distinct markers in a text. */
export const markersIn = (text: string): Set<string> => new Set(text.match(MARKER_PATTERN))
