import type { CellType, Refuse } from '../cellType.ts'
import { cleanLine, keyOf } from '../sheetText.ts'
import { titleCase } from './nameCell.ts'
import { code } from './textCell.ts'

const ORDINALS = ['primer', 'segund', 'tercer', 'cuart', 'quint', 'sext', 'septim', 'octav']
const ROMANS = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii']
/**
 * Finds '5' and 'basic' in '5° año de enseñanza básica', '5tobasico', 'quinto basico', 'iv medio', '1ro e.
 * media'.
 */
const YEAR =
  /^(?:([1-8])(?:ro|do|er|to|mo|vo|o|a)?|(primer|segund|tercer|cuart|quint|sext|septim|octav)[oa]?|(i{1,3}|iv|vi{0,3}))(?:ano)?(?:de)?(?:ensenanza|educacion|ed|e)?(?:general)?(basic|medi)[oa]$/
const FIRST_KINDER =
  /^(?:prekinder|prekindergarten|nt1|(?:(?:1|1er|i|primer|primero)niveldetransicion|niveldetransicion(?:1|i))(?:prekinder|nt1)?)$/
const SECOND_KINDER =
  /^(?:kinder|kindergarten|nt2|(?:(?:2|2do|ii|segundo)niveldetransicion|niveldetransicion(?:2|ii))(?:kinder|nt2)?)$/

const yearName = (year: number, level: 'Básico' | 'Medio'): string | undefined =>
  year >= 1 && year <= (level === 'Medio' ? 4 : 8) ? `${year}° ${level}` : undefined

/** The application's name of a course; undefined if the text is not a known level. */
function knownName(text: string): string | undefined {
  const key = keyOf(text)
  if (FIRST_KINDER.test(key)) return 'Prekínder'
  if (SECOND_KINDER.test(key)) return 'Kínder'
  const [, digit, ordinal, roman, level] = YEAR.exec(key) ?? []
  if (!level) return undefined
  const year = digit
    ? Number(digit)
    : ordinal
      ? ORDINALS.indexOf(ordinal) + 1
      : ROMANS.indexOf(roman ?? '') + 1
  return yearName(year, level === 'basic' ? 'Básico' : 'Medio')
}

const PRIMARY = '110'
/** Secondary education of youths: humanist-scientific, technical-professional and artistic. */
const SECONDARY = new Set(['310', '410', '510', '610', '710', '810', '910'])
const INFANTS = '10'

/** The course name for the Ministry's codes of the kind of teaching and of the grade. */
function nameOfCodes(teaching: string, grade: string): string | undefined {
  if (teaching === PRIMARY) return yearName(Number(grade), 'Básico')
  if (SECONDARY.has(teaching)) return yearName(Number(grade), 'Medio')
  if (teaching === INFANTS && grade === '4') return 'Prekínder'
  return teaching === INFANTS && grade === '5' ? 'Kínder' : undefined
}

const shorten = (number: string | null) => (number ?? '').replace(/[.,]0+$/, '').replace(/^0+/, '')

/** '310' for '310.0' and '0310'. */
export const teachingCode = (code: string | null): string | null => shorten(code) || null

/** A grade without its level: '5º', '5to', '5'. */
const YEAR_ALONE = /^([1-8])(?:ro|do|er|to|mo|vo|o|a)?$/
const MEDIO_YEARS = 4

/** From the fifth year on, a grade without its level can only be primary. */
function nameOfYearAlone(text: string): string | undefined {
  const year = Number(YEAR_ALONE.exec(keyOf(text))?.[1])
  return year > MEDIO_YEARS ? yearName(year, 'Básico') : undefined
}

/** '5° Básico' for '5º BASICO', 'Quinto básico', '5to', or for the Ministry's codes. Any other name is kept. */
export function courseName(text: string, teaching: string | null, grade: string | null): string {
  const known = knownName(text) ?? nameOfCodes(shorten(teaching), shorten(grade)) ?? nameOfYearAlone(text)
  return known ?? titleCase(cleanLine(text).replace(/(\d)\s?º/g, '$1°'))
}

/**
 * Rejects the name of a new course that could be of either level: families would read '1 A'. Returns whether it
 * did.
 */
export function refuseYearAlone(name: string, refuse: Refuse): boolean {
  const [, year] = YEAR_ALONE.exec(keyOf(name)) ?? []
  if (year === undefined) return false
  refuse('no dice si es de básica o de media', `${year}° Básico o ${year}° Medio`)
  return true
}

const LETTER_AT_END = /^(.*[^\s-])[\s-]+([A-ZÑ]{1,2})$/i

/**
 * The text by which sheets refer to a course: its code, or its name and letter in any spelling, such as '5°
 * Básico A'.
 */
export const course: CellType<string> = {
  accepts: 'el código de un curso, o su nombre y letra, como 5° Básico A',
  parse(text, refuse) {
    const cleaned = code.parse(text, refuse)
    const [, name, letter] = LETTER_AT_END.exec(cleaned ?? '') ?? []
    const known = name && knownName(name)
    return known ? `${known} ${letter?.toUpperCase()}` : cleaned
  },
}

/** The letter directly after the year: '5A', '5ºA'. */
const LETTER_BEHIND_YEAR = /^([1-8] ?(?:[°º]|ro|do|er|to|mo|vo)?)([A-ZÑ])$/i

/** Splits '5º BASICO A' or '5A' into '5° Básico' and 'A'; undefined if the text does not end with a letter. */
export function splitCourse(text: string): { name: string; letter: string } | undefined {
  const line = cleanLine(text)
  const [, name, letter] = LETTER_BEHIND_YEAR.exec(line) ?? LETTER_AT_END.exec(line) ?? []
  return name && letter ? { name: courseName(name, null, null), letter: letter.toUpperCase() } : undefined
}

const LETTER_MAX = 10

export const letter: CellType<string> = {
  accepts: 'una letra como A',
  parse(text, refuse) {
    const line = cleanLine(text).toLocaleUpperCase('es')
    return line === '' || line.length > LETTER_MAX
      ? refuse('no es la letra de un curso', letter.accepts)
      : line
  },
}
