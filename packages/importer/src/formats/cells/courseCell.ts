import type { CellType, Refuse } from '../cellType.ts'
import { cleanLine, keyOf } from '../sheetText.ts'
import { titleCase } from './nameCell.ts'
import { code } from './textCell.ts'

const ORDINALS = ['primer', 'segund', 'tercer', 'cuart', 'quint', 'sext', 'septim', 'octav']
const ROMANS = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii']
/**
 * Captures the year and the level ('5' and 'basic') in the keys (`keyOf`) of '5° año de enseñanza básica', '5to
 * basico', 'quinto basico', 'iv medio', '1ro e. media'.
 */
const YEAR =
  /^(?:([1-8])(?:ro|do|er|to|mo|vo|o|a)?|(primer|segund|tercer|cuart|quint|sext|septim|octav)[oa]?|(i{1,3}|iv|vi{0,3}))(?:ano)?(?:de)?(?:ensenanza|educacion|ed|e)?(?:general)?(basic|medi)[oa]$/
const FIRST_KINDER =
  /^(?:prekinder|prekindergarten|nt1|(?:(?:1|1er|i|primer|primero)niveldetransicion|niveldetransicion(?:1|i))(?:prekinder|nt1)?)$/
const SECOND_KINDER =
  /^(?:kinder|kindergarten|nt2|(?:(?:2|2do|ii|segundo)niveldetransicion|niveldetransicion(?:2|ii))(?:kinder|nt2)?)$/

const yearName = (year: number, level: 'Básico' | 'Medio'): string | undefined =>
  year >= 1 && year <= (level === 'Medio' ? 4 : 8) ? `${year}° ${level}` : undefined

/** Returns the application's name of a course, '5° Básico'; undefined if the text does not name a level. */
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
/** Codes of secondary education of young people: humanist-scientific, technical-professional and artistic. */
const SECONDARY = new Set(['310', '410', '510', '610', '710', '810', '910'])
const INFANTS = '10'

/**
 * Returns the course name for the Ministry's codes of the kind of teaching and of the grade; undefined for other codes.
 */
function nameOfCodes(teaching: string, grade: string): string | undefined {
  if (teaching === PRIMARY) return yearName(Number(grade), 'Básico')
  if (SECONDARY.has(teaching)) return yearName(Number(grade), 'Medio')
  if (teaching === INFANTS && grade === '4') return 'Prekínder'
  return teaching === INFANTS && grade === '5' ? 'Kínder' : undefined
}

const normalizeCode = (number: string | null) => (number ?? '').replace(/[.,]0+$/, '').replace(/^0+/, '')

/** Normalizes the Ministry's code of a kind of teaching: '310.0' and '0310' become '310'. Null for a blank. */
export const teachingCode = (code: string | null): string | null => normalizeCode(code) || null

/** Matches a grade without its level: '5º', '5to', '5'. */
const YEAR_ALONE = /^([1-8])(?:ro|do|er|to|mo|vo|o|a)?$/
const MEDIO_YEARS = 4

/**
 * Returns the name of a course whose text is a grade without its level. From the fifth year on, the level can only be
 * primary.
 */
function nameOfYearAlone(text: string): string | undefined {
  const year = Number(YEAR_ALONE.exec(keyOf(text))?.[1])
  return year > MEDIO_YEARS ? yearName(year, 'Básico') : undefined
}

/**
 * Returns '5° Básico' for '5º BASICO', 'Quinto básico', '5to', or for the Ministry's codes. Any other name is only
 * cleaned and capitalized.
 */
export function courseName(text: string, teaching: string | null, grade: string | null): string {
  const known =
    knownName(text) ?? nameOfCodes(normalizeCode(teaching), normalizeCode(grade)) ?? nameOfYearAlone(text)
  return known ?? titleCase(cleanLine(text).replace(/(\d)\s?º/g, '$1°'))
}

/**
 * Rejects the name of a new course that is a grade without its level, because families would read '1 A'. Returns true
 * if it has rejected the name.
 */
export function refuseYearAlone(name: string, refuse: Refuse): boolean {
  const [, year] = YEAR_ALONE.exec(keyOf(name)) ?? []
  if (year === undefined) return false
  refuse('no dice si es de básica o de media', `${year}° Básico o ${year}° Medio`)
  return true
}

const LETTER_AT_END = /^(.*[^\s-])[\s-]+([A-ZÑ]{1,2})$/i

/** A reference to a course: its code, or its name and letter in any spelling, such as '5° Básico A'. */
export const course: CellType<string> = {
  accepts: 'el código de un curso, o su nombre y letra, como 5° Básico A',
  parse(text, refuse) {
    const cleaned = code.parse(text, refuse)
    const [, name, letter] = LETTER_AT_END.exec(cleaned ?? '') ?? []
    const known = name && knownName(name)
    return known ? `${known} ${letter?.toUpperCase()}` : cleaned
  },
}

/** Matches a letter directly after the year: '5A', '5ºA'. */
const LETTER_AFTER_YEAR = /^([1-8] ?(?:[°º]|ro|do|er|to|mo|vo)?)([A-ZÑ])$/i

/** Splits '5º BASICO A' or '5A' into '5° Básico' and 'A'; undefined if the text does not end with a letter. */
export function splitCourse(text: string): { name: string; letter: string } | undefined {
  const line = cleanLine(text)
  const [, name, letter] = LETTER_AFTER_YEAR.exec(line) ?? LETTER_AT_END.exec(line) ?? []
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
