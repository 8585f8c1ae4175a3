import { sql } from 'drizzle-orm'

const ACCENTS = ['áéíóúüñ', 'aeiouun'] as const
/** Returns SQL that makes a text lower-case and replaces its accented letters. */
export const removeAccents = (text: unknown) => sql`translate(lower(${text}), ${ACCENTS[0]}, ${ACCENTS[1]})`
/** Returns the pattern of `like` for texts that contain `part`. */
export const containing = (part: string) => `%${part.replace(/[\\%_]/g, '\\$&')}%`

/** Returns the digits of a RUN or of its beginning without check digit; undefined for another text. */
export function rutDigits(text: string): string | undefined {
  const digits = text.replace(/[.\s]/g, '').replace(/-[\dkK]$/, '')
  return /^\d{4,}$/.test(digits) ? digits : undefined
}
