import { checkDigit } from '@apoderados/contract/values/rut'
import type { CellType } from '../cellType.ts'
import { type Rut, WRONG_DIGIT_MESSAGE } from './rutCell.ts'

const RBD_FORM = /^(?:RBD)?0*([1-9]\d{0,4})(?:-([\dK]))?$/

/** An RBD, the official number of a school: its digits, and the check digit if the cell contains it. */
export const rbdWithDigitCell: CellType<Rut> = {
  accepts: 'un RBD como 9283-5',
  parse(text, refuse) {
    const withoutDecimals = text.replace(/^(\d+)[.,]0{1,2}$/, '$1').replace(/[‐-―−]/g, '-')
    const [, rut, dv = null] = RBD_FORM.exec(withoutDecimals.replace(/[.\s:]/g, '').toUpperCase()) ?? []
    if (!rut) return refuse('no es un RBD', rbdWithDigitCell.accepts)
    const expected = checkDigit(rut)
    return dv === null || dv === expected ? { rut, dv } : refuse(WRONG_DIGIT_MESSAGE, expected)
  },
}

/** The last valid cell and its RBD: consecutive rows usually contain the same RBD, which is then not parsed again. */
let lastRbd = { text: '', value: '' }

/** An RBD with its check digit, '9283-5'. The check digit is added if the cell lacks it, as in the Ministry's list. */
export const rbdCell: CellType<string> = {
  accepts: rbdWithDigitCell.accepts,
  parse(text, refuse) {
    if (text === lastRbd.text) return lastRbd.value
    const found = rbdWithDigitCell.parse(text, refuse)
    if (!found) return undefined
    lastRbd = { text, value: `${found.rut}-${checkDigit(found.rut)}` }
    return lastRbd.value
  },
}
