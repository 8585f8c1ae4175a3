import { formatFolio } from '@apoderados/contract/documents'
import {
  colors,
  drawArch,
  type PdfDocument,
  type TextBox,
  type TextStyle,
  writeRecurring,
  writeUnique,
} from '../pdf/drawText.ts'
import { drawQrCode } from '../pdf/qrCode.ts'
import type { DocumentContent } from './renderDocument.ts'

/** The place of the content on an A4 page, in points. */
export const LEFT = 64
export const WIDTH = 467
const TOP = 52
/** Where the signature begins; tables end above it. */
export const SIGNATURE_Y = 566
const FOOTER_Y = 700
const QR_SIDE = 88

type Element = ReturnType<PdfDocument['struct']>
type ElementType = Parameters<PdfDocument['struct']>[0]

/** Adds an element of the document's structure, which a screen reader follows, with what `draw` draws. */
export function tag(
  doc: PdfDocument,
  parent: Element,
  type: ElementType,
  draw: () => void,
  options: { alt?: string; scope?: 'Row' | 'Column' } = {},
): void {
  parent.add(doc.struct(type, options, draw))
}

/** Draws what is no content, such as a line, so that a screen reader leaves it out. */
export function decorate(doc: PdfDocument, draw: () => void): void {
  doc.markContent('Artifact', { type: 'Layout' })
  draw()
  doc.endMarkedContent()
}

export function drawRule(doc: PdfDocument, y: number, { x = LEFT, width = WIDTH } = {}): void {
  decorate(doc, () => {
    doc
      .lineWidth(0.6)
      .moveTo(x, y)
      .lineTo(x + width, y)
      .stroke(colors.line)
  })
}

/** Draws a paragraph, in which every second part is bold. Returns the y of its end. */
export function drawParagraph(
  doc: PdfDocument,
  parent: Element,
  parts: string[],
  { x, y, width }: TextBox,
): number {
  tag(doc, parent, 'P', () => {
    doc.fillColor(colors.text).fontSize(12)
    for (const [at, part] of parts.entries()) {
      const options = { width, lineGap: 4, features: [], continued: at < parts.length - 1 }
      doc.font(at % 2 === 1 ? 'bold' : 'text')
      if (at === 0) doc.text(part, x, y, options)
      else doc.text(part, options)
    }
  })
  return doc.y
}

/** Draws one line of text as a paragraph. Returns the y of its end. */
export function drawLine(
  doc: PdfDocument,
  parent: Element,
  text: string,
  box: TextBox,
  style: TextStyle,
): number {
  let end = box.y
  tag(doc, parent, 'P', () => {
    end = writeUnique(doc, text, box, style)
  })
  return end
}

/** Reads a picture; undefined if it is damaged, as one of an old import may be. */
function openPicture(doc: PdfDocument, bytes: Buffer) {
  try {
    return doc.openImage(bytes)
  } catch {
    return undefined
  }
}

/** Draws logo, school and title. Returns the y of their end. */
export function drawHead(
  doc: PdfDocument,
  root: Element,
  title: string,
  { data, logo }: DocumentContent,
): number {
  const picture = logo && openPicture(doc, logo)
  if (picture) {
    tag(doc, root, 'Figure', () => doc.image(picture, LEFT, TOP, { fit: [56, 56], align: 'center' }), {
      alt: `Insignia de ${data.school}`,
    })
  } else decorate(doc, () => drawArch(doc, { x: LEFT, y: TOP + 4, width: 40 }))
  const column = { x: LEFT + (picture ? 70 : 54), width: WIDTH - 70 }
  const style = { font: 'bold', size: 14, lines: 2 } as const
  const y = drawLine(doc, root, data.school, { ...column, y: TOP + 6 }, style)
  drawLine(doc, root, `RBD ${data.rbd}`, { ...column, y }, { size: 10.5, color: colors.text2 })
  const box = { x: LEFT, y: Math.max(y + 24, TOP + 56) + 34, width: WIDTH }
  tag(doc, root, 'H1', () => writeRecurring(doc, title, box, { font: 'bold', size: 21 }))
  return doc.y + 16
}

const dayInWords = (day: string) =>
  new Date(`${day}T12:00:00Z`).toLocaleDateString('es-CL', { dateStyle: 'long', timeZone: 'UTC' })

/** The part of a school's address after its last comma, which is the commune. */
const placeOf = (address: string | null) => address?.split(',').slice(1).at(-1)?.trim()

/** Draws place and date, and who signs. */
export function drawSignature(
  doc: PdfDocument,
  root: Element,
  { address, issuedOn, signer }: DocumentContent,
): void {
  const date = [placeOf(address), `${dayInWords(issuedOn)}.`].filter(Boolean).join(', ')
  drawLine(doc, root, date, { x: LEFT, y: SIGNATURE_Y, width: WIDTH }, { size: 11 })
  const x = LEFT + WIDTH - 220
  const signature = signer.signature && openPicture(doc, signer.signature)
  if (signature) {
    const fit = { fit: [200, 56] as [number, number], align: 'center', valign: 'bottom' } as const
    tag(doc, root, 'Figure', () => doc.image(signature, x + 10, SIGNATURE_Y + 18, fit), {
      alt: `Firma de ${signer.name}`,
    })
  }
  drawRule(doc, SIGNATURE_Y + 78, { x, width: 220 })
  const box = { x, y: SIGNATURE_Y + 83, width: 220 }
  const style = { size: 11, align: 'center', lines: 1 } as const
  if (signer.name === '') return
  const y = drawLine(doc, root, signer.name, box, { ...style, font: 'bold' })
  if (signer.title) drawLine(doc, root, signer.title, { ...box, y }, { ...style, color: colors.text2 })
}

/** Draws the folio, and how to check it. */
export function drawCheck(
  doc: PdfDocument,
  root: Element,
  { folio, checkPage }: DocumentContent,
  note: string | undefined,
): void {
  drawRule(doc, FOOTER_Y)
  const x = checkPage ? LEFT + QR_SIDE + 12 : LEFT
  const column = { x, width: LEFT + WIDTH - x }
  if (checkPage) {
    const address = `${checkPage}/${folio}`
    const box = { x: LEFT - 8, y: FOOTER_Y + 8, width: QR_SIDE }
    tag(doc, root, 'Figure', () => drawQrCode(doc, address, box), { alt: `Código QR con ${address}` })
  }
  const style = { font: 'bold', size: 11 } as const
  let y = drawLine(doc, root, `Folio ${formatFolio(folio)}`, { ...column, y: FOOTER_Y + 18 }, style)
  const how = checkPage ? `Compruébelo con el código o en ${checkPage}` : 'Compruébelo con el colegio.'
  y = drawLine(doc, root, how, { ...column, y: y + 2 }, { size: 9, color: colors.text2, lines: 2 })
  if (note) drawLine(doc, root, note, { ...column, y: y + 3 }, { size: 9, color: colors.text2, lines: 3 })
}
