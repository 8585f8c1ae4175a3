import { colors, type Document, write, writeUnique } from './drawText.ts'

/** Positions in points; an A4 page is 595 by 842. */
export const LEFT = 56
export const WIDTH = 483
export const TOP = 48
const FOOTER_Y = 797

/** The arch of the logo, 40 by 40 units. */
const LOGO =
  'M2.5 35V23.5a17.5 17.5 0 0 1 35 0V35h-7V23.5a10.5 10.5 0 0 0-21 0V35Z M14 35v-6a6 6 0 0 1 12 0v6Z'

export function drawBrand(doc: Document): void {
  doc.save().translate(LEFT, TOP).scale(0.75).path(LOGO).fill(colors.accent).restore()
  write(doc, 'Apoderados', { x: LEFT + 38, y: TOP + 7, width: 160 }, { font: 'bold', size: 15 })
}

/** `name` is the guardian of the letter; `number` is its position in the pile, from 1. */
export function drawFooter(doc: Document, name: string, number: number): void {
  doc
    .lineWidth(0.5)
    .moveTo(LEFT, FOOTER_Y)
    .lineTo(LEFT + WIDTH, FOOTER_Y)
    .stroke(colors.line)
  const style = { size: 8.5, color: colors.text2, lines: 1 }
  const y = FOOTER_Y + 7
  writeUnique(doc, `Carta personal de ${name}`, { x: LEFT, y, width: WIDTH - 90 }, style)
  writeUnique(doc, `Carta ${number}`, { x: LEFT + WIDTH - 80, y, width: 80 }, { ...style, align: 'right' })
}
