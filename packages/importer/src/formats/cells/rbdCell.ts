import { checkDigit } from '@apoderados/contract/values/rut'
import type { CellType, Refuse } from '../cellType.ts'
import type { Rut } from './rutCell.ts'

const FORM = /^(?:RBD)?0*([1-9]\d{0,4})(?:-([\dK]))?$/
const EXAMPLE = 'un RBD como 9283-5'

function splitRbd(text: string, refuse: Refuse): Rut | undefined {
  const withoutDecimals = text.replace(/^(\d+)[.,]0{1,2}$/, '$1').replace(/[‐-―−]/g, '-')
  const [, rut, dv = null] = FORM.exec(withoutDecimals.replace(/[.\s:]/g, '').toUpperCase()) ?? []
  if (!rut) return refuse('no es un RBD', EXAMPLE)
  const expected = checkDigit(rut)
  return dv === null || dv === expected
    ? { rut, dv }
    : refuse('el dígito verificador no corresponde', expected)
}

/** An RBD, the official number of a school: its digits, and the check digit if the cell contains it. */
export const rbdWithDigit: CellType<Rut> = { accepts: EXAMPLE, parse: splitRbd }

/** Caches the last RBD, because all rows of a school contain the same one. */
let lastRbd = { text: '', value: '' }

/** An RBD with its check digit, '9283-5'. The check digit is added if the cell lacks it, as in the official list. */
export const rbd: CellType<string> = {
  accepts: EXAMPLE,
  parse(text, refuse) {
    if (text === lastRbd.text) return lastRbd.value
    const found = splitRbd(text, refuse)
    if (!found) return undefined
    lastRbd = { text, value: `${found.rut}-${checkDigit(found.rut)}` }
    return lastRbd.value
  },
}
