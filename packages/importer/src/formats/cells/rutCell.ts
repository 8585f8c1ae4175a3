import { checkDigit } from '@apoderados/contract/values/rut'
import type { CellType, Refuse } from '../cellType.ts'

/** Of persons; above are companies, and from the other on pupils and guardians without RUN (IPE, IPA). */
const PERSON_MAX = 47_000_000
export const PROVISIONAL_MIN = 100_000_000

const BODY = /^[1-9]\d{5,8}$/
/** A number as a spreadsheet keeps it; three zeros are thousands. */
const FLOAT = /^(\d+)[.,]0{1,2}$/
const WITH_DIGIT = /^0*([1-9]\d{0,8})(?:-([\dK])|(K))?$/
export const WRONG_DIGIT = 'el dígito verificador no corresponde'

export type Rut = { rut: string; dv: string | null }

/** '12.345.678-5', '12345678', '12345678.0' as its digits and its check digit, null where it has none. */
export function splitRut(text: string): Rut | undefined {
  if (BODY.test(text)) return { rut: text, dv: null }
  const digits = text.replace(FLOAT, '$1').replace(/[‐-―−]/g, '-')
  const [, rut, dashed, k] = WITH_DIGIT.exec(digits.replace(/[.,\s]/g, '').toUpperCase()) ?? []
  return rut ? { rut, dv: dashed ?? k ?? null } : undefined
}

/** '12345678' of '12.345.678-4', whatever its check digit; a text that is no such number stays as it is. */
export const bodyOf = (text: string): string => splitRut(text)?.rut ?? text

/** Undefined after `refuse` heard that it is a company's or that its check digit is another one's. */
function checkRut({ rut, dv }: Rut, refuse: Refuse): string | undefined {
  const number = Number(rut)
  if (number > PERSON_MAX && number < PROVISIONAL_MIN)
    return refuse('es un RUT de empresa', 'el RUN de una persona, o un IPE')
  if (dv === null) return rut
  const expected = checkDigit(rut)
  return dv === expected ? rut : refuse(WRONG_DIGIT, expected)
}

function parseRut(text: string, refuse: Refuse): Rut | undefined {
  const split = splitRut(text)
  if (!split) return refuse('no es un RUN', rutWithDigit.accepts)
  return checkRut(split, refuse) === undefined ? undefined : split
}

/** Digits with the check digit where the cell holds it. */
export const rutWithDigit: CellType<Rut> = { accepts: 'un RUN como 12.345.678-5', parse: parseRut }

/** By which a row names a person: the digits alone, the check digit may follow. */
export const rut: CellType<string> = {
  accepts: 'un RUN como 12345678 o 12.345.678-5',
  parse: (text, refuse) => parseRut(text, refuse)?.rut,
}

const DIGIT = /^[\dK]$/

export const digit: CellType<string> = {
  accepts: 'un dígito de 0 a 9, o K',
  parse(text, refuse) {
    const dv = text.replace(FLOAT, '$1').toUpperCase()
    return DIGIT.test(dv) ? dv : refuse('no es un dígito verificador', digit.accepts)
  },
}

/** A number whose check digit may stand in a column of its own; `refuse` hears what is wrong with that one. */
export function joinDigit(
  { rut, dv }: Rut,
  apart: string | null,
  refuse: Refuse,
): { rut: string; dv: string } | undefined {
  const expected = checkDigit(rut)
  if (apart === null && dv === null) return refuse('falta el dígito verificador', digit.accepts)
  if (apart !== null && apart !== expected) return refuse(WRONG_DIGIT, expected)
  return { rut, dv: expected }
}
