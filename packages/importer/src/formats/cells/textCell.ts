import type { CellType } from '../cellType.ts'
import { cleanLine, cleanLines } from '../sheetText.ts'

const lengthText = (characters: number) =>
  `hasta ${characters.toString().replace(/\B(?=(\d{3})$)/, '.')} caracteres`

function textCell(characters: number, what: string, clean: (text: string) => string): CellType<string> {
  const accepts = `${what} de ${lengthText(characters)}`
  return {
    accepts,
    parse(text, refuse) {
      const cleaned = clean(text)
      if (cleaned.length > characters) return refuse('es demasiado largo', lengthText(characters))
      return cleaned === '' ? refuse('no tiene ningún signo que se pueda leer', accepts) : cleaned
    },
  }
}

/** Cleans the line, and replaces the ordinal sign by the degree sign: '1º Semestre' becomes '1° Semestre'. */
export const replaceOrdinalSign = (text: string) => cleanLine(text).replace(/(\d)\s?º/g, '$1°')
/** Removes '.0' from a code that a spreadsheet stored as a number. */
const removeZeroDecimal = (text: string) => text.replace(/^(\d+)\.0$/, '$1')

export const nameCell: CellType<string> = { ...textCell(120, 'un texto', replaceOrdinalSign), isName: true }
/** The school's own code of a row, by which other sheets refer to it. */
export const codeCell = textCell(80, 'un código', (text) => removeZeroDecimal(replaceOrdinalSign(text)))
export const titleCell = textCell(120, 'un texto', cleanLine)
export const longTextCell = textCell(4000, 'un texto', cleanLines)
export const fileNameCell = textCell(255, 'el nombre de un archivo', (text) =>
  cleanLine(text).replaceAll('\\', '/'),
)
