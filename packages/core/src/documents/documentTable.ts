import { colors, type PdfDocument, sizeToFit, writeUnique } from '../pdf/drawText.ts'
import { drawRule, LEFT, WIDTH } from './documentFrame.ts'

export type Cell = string
type Element = ReturnType<PdfDocument['struct']>

/** The widest a column of figures is, and the highest a row, in points. */
const FIGURES_WIDTH_MAX = 76
const ROW_HEIGHT_MAX = 21

/**
 * Draws a table whose first row is its head and whose last row is a sum. The rows get lower until all of them fit
 * between `top` and `bottom`.
 */
export function drawTable(
  doc: PdfDocument,
  root: Element,
  rows: Cell[][],
  { top, bottom }: { top: number; bottom: number },
): void {
  const columns = (rows[0]?.length ?? 1) - 1
  const figuresWidth = Math.min(FIGURES_WIDTH_MAX, (WIDTH * 0.8) / Math.max(1, columns))
  const nameWidth = WIDTH - columns * figuresWidth
  const height = Math.min(ROW_HEIGHT_MAX, (bottom - top) / rows.length)
  const size = Math.min(10.5, height * 0.62)
  const table = doc.struct('Table')
  root.add(table)
  for (const [rowAt, row] of rows.entries()) {
    const isHead = rowAt === 0
    const font = isHead || rowAt === rows.length - 1 ? 'bold' : 'text'
    const y = top + rowAt * height + (height - size * 1.4) / 2
    const cells = row.map((text, at) => {
      const width = at === 0 ? nameWidth : figuresWidth
      const box = { x: at === 0 ? LEFT : LEFT + nameWidth + (at - 1) * figuresWidth, y, width: width - 6 }
      const style = { font, size, align: at === 0 ? 'left' : 'right', lines: 1 } as const
      const draw = () => {
        const fitted = sizeToFit(doc, text, box.width, style)
        writeUnique(doc, text, box, { ...style, size: Math.min(size, fitted), color: colors.text })
      }
      return isHead
        ? doc.struct('TH', { scope: 'Column' }, draw)
        : at === 0
          ? doc.struct('TH', { scope: 'Row' }, draw)
          : doc.struct('TD', draw)
    })
    const element = doc.struct('TR')
    table.add(element)
    for (const cell of cells) element.add(cell)
    element.end()
  }
  table.end()
  for (let rowAt = 1; rowAt <= rows.length; rowAt += 1) drawRule(doc, top + rowAt * height)
}
