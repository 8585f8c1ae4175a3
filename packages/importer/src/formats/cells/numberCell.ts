import type { CellType } from '../cellType.ts'

const WHOLE = /^(\d{1,9})(?:[.,]0{1,2})?$/

/** A whole number from `from` to `to`, which may be written as '12.0' or '12,00'. */
export function integerBetween(from: number, to: number, accepts: string): CellType<number> {
  return {
    accepts,
    parse(text, refuse) {
      const [, digits] = WHOLE.exec(text) ?? []
      const number = Number(digits)
      return digits && number >= from && number <= to ? number : refuse(`no es ${accepts}`, accepts)
    },
  }
}

export const year = integerBetween(2000, 2100, 'un año como 2026')
export const listNumber = integerBetween(1, 999, 'un número de lista de 1 a 999')

const PERCENT = /(?<!\s)\s*%$/
const anyWeight = integerBetween(1, 100_000, 'un número entero de 1 a 100.000, como 30 o 30%')
export const weight: CellType<number> = {
  accepts: anyWeight.accepts,
  parse: (text, refuse) => anyWeight.parse(text.replace(PERCENT, ''), refuse),
}
