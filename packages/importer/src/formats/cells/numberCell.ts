import type { CellType } from '../cellType.ts'

const WHOLE_NUMBER = /^(\d{1,9})(?:[.,]0{1,2})?$/

/** Returns the type of cells with a whole number from `from` to `to`, which may be written as '12.0' or '12,00'. */
export function integerCellBetween(from: number, to: number, accepts: string): CellType<number> {
  return {
    accepts,
    parse(text, refuse) {
      const [, digits] = WHOLE_NUMBER.exec(text) ?? []
      const number = Number(digits)
      return digits && number >= from && number <= to ? number : refuse(`no es ${accepts}`, accepts)
    },
  }
}

export const yearCell = integerCellBetween(2000, 2100, 'un año como 2026')
export const listNumberCell = integerCellBetween(1, 999, 'un número de lista de 1 a 999')

const PERCENT_SIGN = /(?<!\s)\s*%$/
const wholeWeightCell = integerCellBetween(1, 100_000, 'un número entero de 1 a 100.000, como 30 o 30%')
export const weightCell: CellType<number> = {
  accepts: wholeWeightCell.accepts,
  parse: (text, refuse) => wholeWeightCell.parse(text.replace(PERCENT_SIGN, ''), refuse),
}
