import type { CellType, Refuse } from '../cellType.ts'
import { cleanLine } from '../sheetText.ts'

const LOWEST_TENTHS = 10
const HIGHEST_TENTHS = 70
const DECIMAL_NUMBER = /^(\d{1,4})(?:[.,](\d{1,20}))?$/
/** A number with at least this many decimals is a binary fraction, such as 5.4000000000000004, that a program wrote. */
const NOISE_DECIMALS_MIN = 8
const DATE_TEXT = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}/
/** Matches '05-abr' and 'abr-15', as which Excel saves 5.4 and 4.15. */
const DAY_OF_MONTH_TEXT =
  /^(?:\d{1,2}[-/. ](?=\D)|(?=.*\d))(?:ene|feb|mar|abr|may|jun|jul|ago|sep|oct|nov|dic|jan|apr|aug|dec)[a-z]{0,7}\.?(?:[-/. ]\d{1,4})?$/i

const RANGE_MESSAGE = 'fuera de 1,0 a 7,0'
const GRADE_FORM = 'una nota de 1,0 a 7,0 con un decimal, como 5,4'
const CONCEPT_LENGTH_MAX = 20
/** Matches what schools write instead of a grade that is not known yet. */
const PENDING_TEXT = /^(?:[-–—]+|p|pend\.?|pendiente)$/i

function parseTenths(integerPart: string, decimals: string, refuse: Refuse): number | undefined {
  const significant = decimals.replace(/(?<!0)0+$/, '')
  if (significant.length <= 1) return Number(integerPart) * 10 + Number(significant || 0)
  const tenths = Number(`${integerPart}.${decimals}`) * 10
  const nearest = Math.round(tenths)
  if (decimals.length >= NOISE_DECIMALS_MIN && Math.abs(tenths - nearest) < 1e-6) return nearest
  return refuse(significant.length === 2 ? 'tiene dos decimales' : 'tiene más de un decimal', GRADE_FORM)
}

/** A grade in tenths: '5,4' is 54. Null means that the grade is pending. */
export const gradeCell: CellType<number | null> = {
  accepts: GRADE_FORM,
  format: (value) => String(value).replace(/(?=.$)/, ','),
  parse(text, refuse) {
    const [, integerPart, decimals = ''] = DECIMAL_NUMBER.exec(text) ?? []
    if (!integerPart) {
      if (PENDING_TEXT.test(text)) return null
      if (DATE_TEXT.test(text) || DAY_OF_MONTH_TEXT.test(text))
        return refuse('es una fecha: la planilla cambió la nota al escribirla', GRADE_FORM)
      return refuse('no es una nota; los conceptos van en la columna «concepto»', GRADE_FORM)
    }
    const tenths = parseTenths(integerPart, decimals, refuse)
    if (tenths === undefined) return undefined
    if (tenths >= LOWEST_TENTHS && tenths <= HIGHEST_TENTHS) return tenths
    const meant = Number(integerPart)
    if (decimals || meant < LOWEST_TENTHS || meant > HIGHEST_TENTHS) return refuse(RANGE_MESSAGE, GRADE_FORM)
    return refuse(`${RANGE_MESSAGE} (¿quiso decir ${Math.floor(meant / 10)},${meant % 10}?)`, GRADE_FORM)
  },
}

/** A concept, such as 'MB' or 'L', which some subjects use instead of a number. */
export const conceptCell: CellType<string> = {
  accepts: `un concepto de hasta ${CONCEPT_LENGTH_MAX} caracteres, como MB`,
  parse(text, refuse) {
    const line = cleanLine(text)
    if (line.length > CONCEPT_LENGTH_MAX) return refuse('el concepto es demasiado largo', conceptCell.accepts)
    return line === '' ? refuse('no es un concepto', conceptCell.accepts) : line
  },
}
