import { colors, type Document, write, writeOwn } from './ink.ts'

/** Points; A4 is 595 by 842. */
export const LEFT = 56
export const WIDTH = 483
export const TOP = 48
const FOOT = 797

/** The arch, 40 by 40 units. */
const LOGO =
  'M2.5 35V23.5a17.5 17.5 0 0 1 35 0V35h-7V23.5a10.5 10.5 0 0 0-21 0V35Z M14 35v-6a6 6 0 0 1 12 0v6Z'

export function drawBrand(doc: Document): void {
  doc.save().translate(LEFT, TOP).scale(0.75).path(LOGO).fill(colors.accent).restore()
  write(doc, 'Apoderados', { x: LEFT + 38, y: TOP + 7, width: 160 }, { font: 'bold', size: 15 })
}

/** `name`: whose letter it is; `number`: in its pile, from 1. */
export function drawFoot(doc: Document, name: string, number: number): void {
  doc
    .lineWidth(0.5)
    .moveTo(LEFT, FOOT)
    .lineTo(LEFT + WIDTH, FOOT)
    .stroke(colors.line)
  const ink = { size: 8.5, color: colors.text2, lines: 1 }
  const y = FOOT + 7
  writeOwn(doc, `Carta personal de ${name}`, { x: LEFT, y, width: WIDTH - 90 }, ink)
  writeOwn(doc, `Carta ${number}`, { x: LEFT + WIDTH - 80, y, width: 80 }, { ...ink, align: 'right' })
}
