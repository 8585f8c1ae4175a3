import { checkDigit } from '@apoderados/contract/values/rut'
import type { CellType, Refuse } from '../cellType.ts'

/**
 * The highest RUN of a person; the numbers above it are RUTs of companies. From PROVISIONAL_NUMBER_MIN on, they are
 * numbers of people without a RUN (IPE, IPA).
 */
const PERSON_RUN_MAX = 47_000_000
export const PROVISIONAL_NUMBER_MIN = 100_000_000

const RUT_DIGITS = /^[1-9]\d{5,8}$/
/** Matches '12345678.0' and '12345678,00', as a spreadsheet may write a number. Three zeros would be thousands. */
const NUMBER_WITH_ZERO_DECIMALS = /^(\d+)[.,]0{1,2}$/
const RUT_WITH_DIGIT = /^0*([1-9]\d{0,8})(?:-([\dK])|(K))?$/
export const WRONG_DIGIT_MESSAGE = 'el dígito verificador no corresponde'

/** A RUN, RUT or RBD: its digits, and its check digit, from '0' to '9' or 'K'; null if it is not stated. */
export type Rut = { rut: string; dv: string | null }

/** Splits '12.345.678-5' or '12345678.0' into digits and check digit, null without one. Undefined for other forms. */
export function splitRut(text: string): Rut | undefined {
  if (RUT_DIGITS.test(text)) return { rut: text, dv: null }
  const digits = text.replace(NUMBER_WITH_ZERO_DECIMALS, '$1').replace(/[‐-―−]/g, '-')
  const [, rut, dashed, k] = RUT_WITH_DIGIT.exec(digits.replace(/[.,\s]/g, '').toUpperCase()) ?? []
  return rut ? { rut, dv: dashed ?? k ?? null } : undefined
}

/** Returns '12345678' for '12.345.678-4', whether or not the check digit is right; any other text unchanged. */
export const rutDigits = (text: string): string => splitRut(text)?.rut ?? text

/** A RUN: its digits, and the check digit if the cell contains it. */
export const rutWithDigitCell: CellType<Rut> = {
  accepts: 'un RUN como 12.345.678-5',
  parse(text, refuse) {
    const found = splitRut(text)
    if (!found) return refuse('no es un RUN', rutWithDigitCell.accepts)
    const number = Number(found.rut)
    if (number > PERSON_RUN_MAX && number < PROVISIONAL_NUMBER_MIN)
      return refuse('es un RUT de empresa', 'el RUN de una persona, o un IPE')
    if (found.dv === null) return found
    const expected = checkDigit(found.rut)
    return found.dv === expected ? found : refuse(WRONG_DIGIT_MESSAGE, expected)
  },
}

/** The RUN by which a row refers to a person, without the check digit, which is optional in the cell. */
export const rutCell: CellType<string> = {
  accepts: 'un RUN como 12345678 o 12.345.678-5',
  parse: (text, refuse) => rutWithDigitCell.parse(text, refuse)?.rut,
}

const CHECK_DIGIT = /^[\dK]$/

export const checkDigitCell: CellType<string> = {
  accepts: 'un dígito de 0 a 9, o K',
  parse(text, refuse) {
    const dv = text.replace(NUMBER_WITH_ZERO_DECIMALS, '$1').toUpperCase()
    return CHECK_DIGIT.test(dv) ? dv : refuse('no es un dígito verificador', checkDigitCell.accepts)
  },
}

/** Combines a number with the digit of its own column, `digitColumn`. Refuses a missing or wrong check digit. */
export function joinDigit(
  { rut, dv }: Rut,
  digitColumn: string | null,
  refuse: Refuse,
): { rut: string; dv: string } | undefined {
  const expected = checkDigit(rut)
  if (digitColumn === null && dv === null)
    return refuse('falta el dígito verificador', checkDigitCell.accepts)
  if (digitColumn !== null && digitColumn !== expected) return refuse(WRONG_DIGIT_MESSAGE, expected)
  return { rut, dv: expected }
}
