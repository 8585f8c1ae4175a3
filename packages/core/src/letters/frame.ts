import { colors, drawArch, type PdfDocument, writeRecurring, writeUnique } from '../pdf/drawText.ts'

/** The place of the content on a page, in points; an A4 page is 595 by 842. */
export const CONTENT_LEFT = 56
export const CONTENT_WIDTH = 483
export const CONTENT_COLUMN = { x: CONTENT_LEFT, width: CONTENT_WIDTH }
export const CONTENT_TOP = 48
const FOOTER_Y = 797

export function drawBrand(doc: PdfDocument): void {
  drawArch(doc, { x: CONTENT_LEFT, y: CONTENT_TOP, width: 30 })
  const nameBox = { x: CONTENT_LEFT + 38, y: CONTENT_TOP + 7, width: 160 }
  writeRecurring(doc, 'Apoderados', nameBox, { font: 'bold', size: 15 })
}

/** Draws the footer. `name` is that of the letter's guardian; `number` is the letter's position in the file, from 1. */
export function drawFooter(doc: PdfDocument, name: string, number: number): void {
  doc
    .lineWidth(0.5)
    .moveTo(CONTENT_LEFT, FOOTER_Y)
    .lineTo(CONTENT_LEFT + CONTENT_WIDTH, FOOTER_Y)
    .stroke(colors.line)
  const style = { size: 8.5, color: colors.text2, lines: 1 }
  const y = FOOTER_Y + 7
  writeUnique(doc, `Carta personal de ${name}`, { x: CONTENT_LEFT, y, width: CONTENT_WIDTH - 90 }, style)
  const numberBox = { x: CONTENT_LEFT + CONTENT_WIDTH - 80, y, width: 80 }
  writeUnique(doc, `Carta ${number}`, numberBox, { ...style, align: 'right' })
}
