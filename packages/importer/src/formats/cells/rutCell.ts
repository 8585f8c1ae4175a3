import { checkDigit } from '@apoderados/contract/values/rut'
import type { CellType, Refuse } from '../cellType.ts'

/**
 * The highest RUN of a person; the numbers above it are RUTs of companies. From PROVISIONAL_MIN on, numbers belong to
 * people without RUN (IPE, IPA).
 */
const PERSON_MAX = 47_000_000
export const PROVISIONAL_MIN = 100_000_000

const BODY = /^[1-9]\d{5,8}$/
/** Matches a number with decimals, as a spreadsheet may store it. Three zeros are not decimals, but thousands. */
const FLOAT = /^(\d+)[.,]0{1,2}$/
const WITH_DIGIT = /^0*([1-9]\d{0,8})(?:-([\dK])|(K))?$/
export const WRONG_DIGIT = 'el dígito verificador no corresponde'

export type Rut = { rut: string; dv: string | null }

/**
 * Splits '12.345.678-5', '12345678' or '12345678.0' into digits and check digit; `dv` is null if the text has
 * none.
 */
export function splitRut(text: string): Rut | undefined {
  if (BODY.test(text)) return { rut: text, dv: null }
  const digits = text.replace(FLOAT, '$1').replace(/[‐-―−]/g, '-')
  const [, rut, dashed, k] = WITH_DIGIT.exec(digits.replace(/[.,\s]/g, '').toUpperCase()) ?? []
  return rut ? { rut, dv: dashed ?? k ?? null } : undefined
}

/**
 * Returns '12345678' for '12.345.678-4', whether or not the check digit is right. A text that is no RUN is returned
 * unchanged.
 */
export const bodyOf = (text: string): string => splitRut(text)?.rut ?? text

/** A RUN: its digits, and the check digit if the cell contains it. */
export const rutWithDigit: CellType<Rut> = {
  accepts: 'un RUN como 12.345.678-5',
  parse(text, refuse) {
    const found = splitRut(text)
    if (!found) return refuse('no es un RUN', rutWithDigit.accepts)
    const number = Number(found.rut)
    if (number > PERSON_MAX && number < PROVISIONAL_MIN)
      return refuse('es un RUT de empresa', 'el RUN de una persona, o un IPE')
    if (found.dv === null) return found
    const expected = checkDigit(found.rut)
    return found.dv === expected ? found : refuse(WRONG_DIGIT, expected)
  },
}

/** The RUN by which a row refers to a person, without the check digit, which is optional in the cell. */
export const rut: CellType<string> = {
  accepts: 'un RUN como 12345678 o 12.345.678-5',
  parse: (text, refuse) => rutWithDigit.parse(text, refuse)?.rut,
}

const DIGIT = /^[\dK]$/

export const digit: CellType<string> = {
  accepts: 'un dígito de 0 a 9, o K',
  parse(text, refuse) {
    const dv = text.replace(FLOAT, '$1').toUpperCase()
    return DIGIT.test(dv) ? dv : refuse('no es un dígito verificador', digit.accepts)
  },
}

/**
 * Combines a number with the check digit from its own column, `digitColumn`. Calls `refuse` if the digit is missing
 * or wrong.
 */
export function joinDigit(
  { rut, dv }: Rut,
  digitColumn: string | null,
  refuse: Refuse,
): { rut: string; dv: string } | undefined {
  const expected = checkDigit(rut)
  if (digitColumn === null && dv === null) return refuse('falta el dígito verificador', digit.accepts)
  if (digitColumn !== null && digitColumn !== expected) return refuse(WRONG_DIGIT, expected)
  return { rut, dv: expected }
}
