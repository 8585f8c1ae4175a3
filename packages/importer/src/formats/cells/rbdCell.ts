import { checkDigit } from '@apoderados/contract/values/rut'
import type { CellType } from '../cellType.ts'
import { type Rut, WRONG_DIGIT } from './rutCell.ts'

const FORM = /^(?:RBD)?0*([1-9]\d{0,4})(?:-([\dK]))?$/

/** An RBD, the official number of a school: its digits, and the check digit if the cell contains it. */
export const rbdWithDigit: CellType<Rut> = {
  accepts: 'un RBD como 9283-5',
  parse(text, refuse) {
    const withoutDecimals = text.replace(/^(\d+)[.,]0{1,2}$/, '$1').replace(/[‐-―−]/g, '-')
    const [, rut, dv = null] = FORM.exec(withoutDecimals.replace(/[.\s:]/g, '').toUpperCase()) ?? []
    if (!rut) return refuse('no es un RBD', rbdWithDigit.accepts)
    const expected = checkDigit(rut)
    return dv === null || dv === expected ? { rut, dv } : refuse(WRONG_DIGIT, expected)
  },
}

/** Caches the last RBD, because all rows of a school contain the same one. */
let lastRbd = { text: '', value: '' }

/** An RBD with its check digit, '9283-5'. The check digit is added if the cell lacks it, as in the official list. */
export const rbd: CellType<string> = {
  accepts: rbdWithDigit.accepts,
  parse(text, refuse) {
    if (text === lastRbd.text) return lastRbd.value
    const found = rbdWithDigit.parse(text, refuse)
    if (!found) return undefined
    lastRbd = { text, value: `${found.rut}-${checkDigit(found.rut)}` }
    return lastRbd.value
  },
}
