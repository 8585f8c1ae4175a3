import * as z from 'zod/mini'
import { messages } from '../messages.ts'

/** Blanks and the quotes that protect or surround a copied address, also with the separator of a list behind it. */
const OUTER_SIGNS = /^[\s'"`´‘’‚‛“”„«»]+|[\s;,'"`´‘’‚‛“”„«»]+$/gu
const SURROUNDED = /^[^<>]*<([^<>]*)>$/
const INVISIBLE_CHARACTERS = /\p{Cf}/gu

/**
 * Returns an address as it is stored and compared: lower case, without what programs copy along with it, such as
 * invisible characters, blanks, quotes, `mailto:`, angle brackets with a name before them, or a `;` behind it.
 */
export function normalizeEmail(text: string): string {
  const visible = text.normalize('NFC').replace(INVISIBLE_CHARACTERS, '')
  const [, inner = visible] = SURROUNDED.exec(visible.replace(OUTER_SIGNS, '')) ?? []
  return inner
    .replace(OUTER_SIGNS, '')
    .replace(/^mailto:/i, '')
    .replace(OUTER_SIGNS, '')
    .toLowerCase()
}

/**
 * Before the `@`, words of letters, digits and `_ + - '`, joined by single dots; a `?` or `&` would add fields to a
 * `mailto:` link. After it, at least two labels, which neither begin nor end with `-`; the last one is not a number.
 */
const EMAIL_PATTERN =
  /^(?=.{1,64}@)[\p{L}\p{N}_+'-]+(?:\.[\p{L}\p{N}_+'-]+)*@(?:[\p{L}\p{N}]+(?:-+[\p{L}\p{N}]+)*\.)+(?:\p{L}{2,}|xn--[a-z0-9-]+)$/u

/** An e-mail, in the form of `normalizeEmail`, so that equal addresses have equal bytes (spec §5). */
export const Email = z
  .string({ error: messages.emailRequired })
  .check(
    z.overwrite(normalizeEmail),
    z.minLength(1, messages.emailRequired),
    z.maxLength(254, messages.emailInvalid),
    z.regex(EMAIL_PATTERN, messages.emailInvalid),
  )
