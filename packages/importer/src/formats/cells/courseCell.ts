import type { CellType, Refuse } from '../cellType.ts'
import { cleanLine, normalizeName } from '../sheetText.ts'
import { titleCase } from './nameCell.ts'
import { codeCell, replaceOrdinalSign } from './textCell.ts'

const ORDINAL_STEMS = ['primer', 'segund', 'tercer', 'cuart', 'quint', 'sext', 'septim', 'octav']
const ROMAN_NUMERALS = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii']
/**
 * Captures the year and the level ('5' and 'basic') in the keys (`normalizeName`) of '5° año de enseñanza básica', '5to
 * basico', 'quinto basico', 'iv medio', '1ro e. media'.
 */
const COURSE_YEAR =
  /^(?:([1-8])(?:ro|do|er|to|mo|vo|o|a)?|(primer|segund|tercer|cuart|quint|sext|septim|octav)[oa]?|(i{1,3}|iv|vi{0,3}))(?:ano)?(?:de)?(?:ensenanza|educacion|ed|e)?(?:general)?(basic|medi)[oa]$/
/** Matches the keys of the names of the first year of kindergarten. */
const PREKINDER_NAMES =
  /^(?:prekinder|prekindergarten|nt1|(?:(?:1|1er|i|primer|primero)niveldetransicion|niveldetransicion(?:1|i))(?:prekinder|nt1)?)$/
/** Matches the keys of the names of the second year of kindergarten. */
const KINDER_NAMES =
  /^(?:kinder|kindergarten|nt2|(?:(?:2|2do|ii|segundo)niveldetransicion|niveldetransicion(?:2|ii))(?:kinder|nt2)?)$/

const nameOfYear = (year: number, level: 'Básico' | 'Medio'): string | undefined =>
  year >= 1 && year <= (level === 'Medio' ? 4 : 8) ? `${year}° ${level}` : undefined

/** Returns the application's name of a course, '5° Básico'; undefined if the text does not name year and level. */
function nameOfText(text: string): string | undefined {
  const key = normalizeName(text)
  if (PREKINDER_NAMES.test(key)) return 'Prekínder'
  if (KINDER_NAMES.test(key)) return 'Kínder'
  const [, digit, ordinal, roman, level] = COURSE_YEAR.exec(key) ?? []
  if (!level) return undefined
  const year = digit
    ? Number(digit)
    : ordinal
      ? ORDINAL_STEMS.indexOf(ordinal) + 1
      : ROMAN_NUMERALS.indexOf(roman ?? '') + 1
  return nameOfYear(year, level === 'basic' ? 'Básico' : 'Medio')
}

/** The Ministry's code of primary education of children. */
const PRIMARY_CODE = '110'
/** The Ministry's codes of secondary education of young people: humanist-scientific, technical and artistic. */
const SECONDARY_CODES = new Set(['310', '410', '510', '610', '710', '810', '910'])
/** The Ministry's code of kindergarten. */
const INFANTS_CODE = '10'

/** Returns the course name for the Ministry's codes of teaching and year (`grade`); undefined for other codes. */
function nameOfCodes(teaching: string, grade: string): string | undefined {
  if (teaching === PRIMARY_CODE) return nameOfYear(Number(grade), 'Básico')
  if (SECONDARY_CODES.has(teaching)) return nameOfYear(Number(grade), 'Medio')
  if (teaching === INFANTS_CODE && grade === '4') return 'Prekínder'
  return teaching === INFANTS_CODE && grade === '5' ? 'Kínder' : undefined
}

const normalizeCode = (number: string | null) => (number ?? '').replace(/[.,]0+$/, '').replace(/^0+/, '')

/** Normalizes the Ministry's code of a kind of teaching: '310.0' and '0310' become '310'. Null for a blank. */
export const teachingCode = (code: string | null): string | null => normalizeCode(code) || null

/** Matches the key of a school year without its level: '5º', '5to', '5'. */
const YEAR_ALONE = /^([1-8])(?:ro|do|er|to|mo|vo|o|a)?$/
/** The number of years of secondary education. */
const MEDIO_YEARS = 4

/** Returns '5° Básico' for '5º': from the fifth year on, it can only be primary. Undefined for any other text. */
function nameOfYearAlone(text: string): string | undefined {
  const year = Number(YEAR_ALONE.exec(normalizeName(text))?.[1])
  return year > MEDIO_YEARS ? nameOfYear(year, 'Básico') : undefined
}

/** Returns '5° Básico' for '5º BASICO', '5to' or the Ministry's codes; cleans and capitalizes any other name. */
export function courseName(text: string, teaching: string | null, grade: string | null): string {
  const known =
    nameOfText(text) ?? nameOfCodes(normalizeCode(teaching), normalizeCode(grade)) ?? nameOfYearAlone(text)
  return known ?? titleCase(replaceOrdinalSign(text))
}

/** Rejects a name that is only a year: '1°' may be primary or secondary. Returns true if it has rejected the name. */
export function refuseYearAlone(name: string, refuse: Refuse): boolean {
  const [, year] = YEAR_ALONE.exec(normalizeName(name)) ?? []
  if (year === undefined) return false
  refuse('no dice si es de básica o de media', `${year}° Básico o ${year}° Medio`)
  return true
}

/** Matches a course's name and letter: '5° Básico A'. */
const LETTER_AT_END = /^(.*[^\s-])[\s-]+([A-ZÑ]{1,2})$/i

/** A reference to a course: its code, or its name and letter in any spelling, such as '5° Básico A'. */
export const courseCell: CellType<string> = {
  accepts: 'el código de un curso, o su nombre y letra, como 5° Básico A',
  parse(text, refuse) {
    const cleaned = codeCell.parse(text, refuse)
    const [, name, letter] = LETTER_AT_END.exec(cleaned ?? '') ?? []
    const known = name && nameOfText(name)
    return known ? `${known} ${letter?.toUpperCase()}` : cleaned
  },
}

/** Matches a year that is followed directly by the letter of the course: '5A', '5ºA'. */
const LETTER_AFTER_YEAR = /^([1-8] ?(?:[°º]|ro|do|er|to|mo|vo)?)([A-ZÑ])$/i

/** Splits '5º BASICO A' or '5A' into '5° Básico' and 'A'; undefined if the text does not end with a letter. */
export function splitCourse(text: string): { name: string; letter: string } | undefined {
  const line = cleanLine(text)
  const [, name, letter] = LETTER_AFTER_YEAR.exec(line) ?? LETTER_AT_END.exec(line) ?? []
  return name && letter ? { name: courseName(name, null, null), letter: letter.toUpperCase() } : undefined
}

const LETTER_LENGTH_MAX = 10

export const letterCell: CellType<string> = {
  accepts: 'una letra como A',
  parse(text, refuse) {
    const line = cleanLine(text).toLocaleUpperCase('es')
    return line === '' || line.length > LETTER_LENGTH_MAX
      ? refuse('no es la letra de un curso', letterCell.accepts)
      : line
  },
}
