import type { CellType, Refuse } from '../cellType.ts'
import { cleanLine } from '../sheetText.ts'

const LOWEST = 10
const HIGHEST = 70
const DECIMAL = /^(\d{1,4})(?:[.,](\d{1,20}))?$/
/**
 * A number with this many decimals comes from a binary fraction, such as 5.4000000000000004, and not from a teacher.
 */
const NOISY_DECIMALS = 8
const DAY = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}/

const RANGE = 'fuera de 1,0 a 7,0'
const EXAMPLE = 'una nota de 1,0 a 7,0 con un decimal, como 5,4'
const CONCEPT_MAX = 20
/** Texts that schools write in place of a grade that is not known yet. */
const PENDING = /^(?:[-–—]+|p|pend\.?|pendiente)$/i

function tenthsOf(integerPart: string, decimals: string, refuse: Refuse): number | undefined {
  const significant = decimals.replace(/(?<!0)0+$/, '')
  if (significant.length <= 1) return Number(integerPart) * 10 + Number(significant || 0)
  const tenths = Number(`${integerPart}.${decimals}`) * 10
  const nearest = Math.round(tenths)
  if (decimals.length >= NOISY_DECIMALS && Math.abs(tenths - nearest) < 1e-6) return nearest
  return refuse(significant.length === 2 ? 'tiene dos decimales' : 'tiene más de un decimal', EXAMPLE)
}

/** A grade in tenths: '5,4' is 54. Null means that the grade is pending. */
export const grade: CellType<number | null> = {
  accepts: EXAMPLE,
  format: (value) => String(value).replace(/(?=.$)/, ','),
  parse(text, refuse) {
    const [, integerPart, decimals = ''] = DECIMAL.exec(text) ?? []
    if (!integerPart) {
      if (PENDING.test(text)) return null
      if (DAY.test(text)) return refuse('es una fecha: la planilla cambió la nota al escribirla', EXAMPLE)
      return refuse('no es una nota; los conceptos van en la columna «concepto»', EXAMPLE)
    }
    const tenths = tenthsOf(integerPart, decimals, refuse)
    if (tenths === undefined) return undefined
    if (tenths >= LOWEST && tenths <= HIGHEST) return tenths
    const meant = Number(integerPart)
    if (decimals || meant < LOWEST || meant > HIGHEST) return refuse(RANGE, EXAMPLE)
    return refuse(`${RANGE} (¿quiso decir ${Math.floor(meant / 10)},${meant % 10}?)`, EXAMPLE)
  },
}

/** A concept that replaces a grade: 'MB', 'L'. */
export const concept: CellType<string> = {
  accepts: `un concepto de hasta ${CONCEPT_MAX} caracteres, como MB`,
  parse(text, refuse) {
    const line = cleanLine(text)
    if (line.length > CONCEPT_MAX) return refuse('el concepto es demasiado largo', concept.accepts)
    return line === '' ? refuse('no es un concepto', concept.accepts) : line
  },
}
