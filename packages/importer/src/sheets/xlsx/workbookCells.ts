import { limits } from '../limits.ts'
import { type NumberKind, textOfIsoDate, textOfNumber } from './workbookNumbers.ts'
import { type SharedTexts, unescapeText } from './workbookTexts.ts'

/** What a cell's text depends on, besides the cell: `is1904` and `kinds` as in `Book`, and the shared strings. */
export type CellContext = { is1904: boolean; kinds: NumberKind[]; texts: SharedTexts }

/** A cell as the worksheet stores it; `column` counts from 0. */
export type Cell = {
  type: string
  style: string
  column: number
  value: string
  hasValue: boolean
  hasFormula: boolean
}

/** Returns the text that the cell shows, or a formula's saved result. Calls `refuse` if that is missing or an error. */
export function shownTextOfCell(cell: Cell, context: CellContext, refuse: (message: string) => void): string {
  const { type, style, value, hasValue, hasFormula } = cell
  if (hasFormula && !hasValue)
    refuse('la fórmula no tiene un resultado guardado: abra el libro y guárdelo de nuevo')
  if (value === '') return ''
  switch (type) {
    case 's':
      return context.texts.at(Number(value)) ?? ''
    case 'str':
    case 'inlineStr':
      return unescapeText(value)
    case 'b':
      return value === '1' || value === 'true' ? 'si' : 'no'
    case 'd':
      return textOfIsoDate(value)
    case 'e':
      refuse(`la celda muestra el error ${value.slice(0, 20)}: corrija su fórmula`)
      return ''
    default:
      return textOfNumber(value, context.kinds[Number(style)] ?? 'plain', context.is1904)
  }
}

const COLUMN_LETTERS = /^[A-Z]+/

/** Returns the column of a reference such as 'AB12', from 0; `next` if there is no reference. */
export function columnOfReference(reference: string | undefined, next: number): number {
  const [letters] = COLUMN_LETTERS.exec(reference ?? '') ?? []
  if (!letters) return next
  let column = 0
  for (let index = 0; index < letters.length && column <= limits.maxColumns; index += 1)
    column = column * 26 + letters.charCodeAt(index) - 64
  return column - 1
}
