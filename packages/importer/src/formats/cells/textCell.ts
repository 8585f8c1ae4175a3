import type { CellType } from '../cellType.ts'
import { cleanLine, cleanLines } from '../sheetText.ts'

const upTo = (characters: number) =>
  `hasta ${characters.toString().replace(/\B(?=(\d{3})$)/, '.')} caracteres`

function textOf(characters: number, what: string, clean: (text: string) => string): CellType<string> {
  const accepts = `${what} de ${upTo(characters)}`
  return {
    accepts,
    parse(text, refuse) {
      const cleaned = clean(text)
      if (cleaned.length > characters) return refuse('es demasiado largo', upTo(characters))
      return cleaned === '' ? refuse('no tiene ningún signo que se pueda leer', accepts) : cleaned
    },
  }
}

/** Replaces the ordinal sign by the degree sign: '1º Semestre' becomes '1° Semestre'. */
const withDegrees = (text: string) => cleanLine(text).replace(/(\d)\s?º/g, '$1°')
/** Removes '.0' from a code that a spreadsheet stored as a number. */
const wholeNumber = (text: string) => text.replace(/^(\d+)\.0$/, '$1')

export const name = textOf(120, 'un texto', withDegrees)
/** The school's own code of a row, by which other sheets refer to it. */
export const code = textOf(80, 'un código', (text) => wholeNumber(withDegrees(text)))
export const title = textOf(120, 'un texto', cleanLine)
export const longText = textOf(4000, 'un texto', cleanLines)
export const fileName = textOf(255, 'el nombre de un archivo', (text) =>
  cleanLine(text).replaceAll('\\', '/'),
)
