import type { CellType } from '../cellType.ts'
import { cleanLine } from '../sheetText.ts'

const NAME_LENGTH_MAX = 120
const LOWER_CASE_WORDS = new Set('de del la las los y e da das do dos di van von der'.split(' '))
const LOWER_CASE_LETTER = /\p{Ll}/u
/** Matches 'II' to 'XII', as in 'Juan Pablo II'; a single letter is a capital anyway. */
const ROMAN_NUMERAL = /^(?:i{2,3}|iv|vi{1,3}|ix|xi{0,2})$/
const ANY_LETTER = /\p{L}/u
/** Matches the letters of a word that become capitals: the first, one after 'Mc', and those after certain signs. */
const CAPITAL_POSITIONS = /(?:^mc(?=\p{L}{3})|^|[-'’.(/])\p{L}/gu

const capitalizeWord = (word: string) =>
  word.replace(CAPITAL_POSITIONS, (start) => {
    const letter = start.slice(-1).toLocaleUpperCase('es')
    return start.length > 2 ? `Mc${letter}` : start.slice(0, -1) + letter
  })

/** Capitalizes a name: 'MARÍA DE LA LUZ' becomes 'María de la Luz'. A text with a lower-case letter is not changed. */
export function titleCase(text: string): string {
  if (LOWER_CASE_LETTER.test(text)) return text
  const words = text.toLocaleLowerCase('es').split(' ')
  return words
    .map((word, index) => {
      if (index === 0) return capitalizeWord(word)
      if (ROMAN_NUMERAL.test(word)) return word.toUpperCase()
      return LOWER_CASE_WORDS.has(word) ? word : capitalizeWord(word)
    })
    .join(' ')
}

/** Matches what schools write instead of a surname that a person does not have. */
const NO_NAME =
  /^(?:[-.,_*–—\s]+|[sn]\s*[/.]\s*[ain]\.?|no\s+(?:registra|tiene|aplica|informa)|sin\s+(?:apellidos?|informaci[oó]n|datos?))$/i

/** The given names, or the surnames, of a person. */
export const personNameCell: CellType<string> = {
  accepts: `un nombre de hasta ${NAME_LENGTH_MAX} caracteres`,
  isName: true,
  isPlaceholder: (text) => NO_NAME.test(text),
  parse(text, refuse) {
    const line = cleanLine(text)
    if (!ANY_LETTER.test(line)) return refuse('no es un nombre', personNameCell.accepts)
    return line.length > NAME_LENGTH_MAX
      ? refuse('es demasiado largo', `hasta ${NAME_LENGTH_MAX} caracteres`)
      : titleCase(line)
  },
}

/** Words that are not a surname, but the beginning of the surname that follows. */
const SURNAME_PREFIXES = new Set([...LOWER_CASE_WORDS, 'san', 'santa', 'mac', 'mc', 'saint'])
/** Words that connect two surnames into one. */
const SURNAME_CONNECTORS = new Set(['y', 'e', 'i'])

/** Splits 'De la Fuente Muñoz' before its last surname, which is the mother's, and null if there is only one. */
export function splitSurnames(text: string): [first: string, second: string | null] {
  const surnames: string[] = []
  let isOpen = false
  for (const word of text.split(' ')) {
    const small = word.toLowerCase()
    const isJoint = SURNAME_CONNECTORS.has(small) && surnames.length > 0
    if (isOpen || isJoint) surnames.push(`${surnames.pop()} ${word}`)
    else surnames.push(word)
    isOpen = isJoint || SURNAME_PREFIXES.has(small)
  }
  const second = surnames.length > 1 ? (surnames.pop() as string) : null
  return [surnames.join(' '), second]
}
