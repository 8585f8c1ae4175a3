import type { Letter } from '../invitations/invitationLetters.ts'
import {
  colors,
  heightOfUniqueText,
  type PdfDocument,
  sizeToFit,
  writeRecurring,
  writeUnique,
} from '../pdf/drawText.ts'
import { drawQrCode } from '../pdf/qrCode.ts'
import { CONTENT_COLUMN, CONTENT_LEFT, CONTENT_TOP, CONTENT_WIDTH, drawBrand, drawFooter } from './frame.ts'
import {
  courseInWords,
  fullName,
  introduction,
  momentInWords,
  safetyAdvice,
  schoolHeading,
  signInSteps,
} from './words.ts'

/** The distance between the border and the text of the box with address, e-mail and password, in points. */
const BOX_PADDING = 20

/** `number` is the position of the letter in the file, from 1. */
type LetterOptions = { publicUrl: string | undefined; number: number }

const LISTED_STUDENTS_MAX = 3

/** Draws the recipients at the upper right, where staff see them when leafing through; returns the frame's end. */
function drawRecipients(doc: PdfDocument, letter: Letter): number {
  const [x, width] = [CONTENT_LEFT + CONTENT_WIDTH - 230, 230]
  const inside = { x: x + 14, width: width - 28 }
  const small = { size: 10, color: colors.text2 }
  const listedStudents = letter.students.slice(0, LISTED_STUDENTS_MAX)
  const unlistedCount = letter.students.length - listedStudents.length
  const heading = listedStudents.length > 0 ? 'Para la familia de' : 'Para'
  let y = writeRecurring(doc, heading, { ...inside, y: CONTENT_TOP + 11 }, { ...small, size: 9 })
  for (const student of listedStudents) {
    y = writeUnique(doc, student.name, { ...inside, y: y + 2 }, { font: 'bold', size: 12, lines: 1 })
    const place = courseInWords(student)
    if (place) y = writeUnique(doc, place, { ...inside, y }, { ...small, lines: 1 })
  }
  if (listedStudents.length === 0) {
    y = writeUnique(doc, fullName(letter), { ...inside, y: y + 2 }, { font: 'bold', size: 12, lines: 2 })
  }
  if (unlistedCount > 0) y = writeRecurring(doc, `y ${unlistedCount} más`, { ...inside, y: y + 2 }, small)
  doc
    .lineWidth(0.75)
    .roundedRect(x, CONTENT_TOP, width, y + 9 - CONTENT_TOP, 8)
    .stroke(colors.text2)
  return y + 9
}

/** The side of the QR code with its margin, in points. It has the address alone, and nothing of the letter's person. */
const QR_SIDE = 86

/** Draws the box with address, e-mail and password; returns the y of its end. */
function drawAccess(doc: PdfDocument, letter: Letter, publicUrl: string | undefined, top: number): number {
  const full = { x: CONTENT_LEFT + BOX_PADDING, width: CONTENT_WIDTH - 2 * BOX_PADDING }
  const inside = publicUrl ? { ...full, width: full.width - QR_SIDE - BOX_PADDING } : full
  const label = (text: string, y: number) =>
    writeRecurring(doc, text, { ...inside, y }, { size: 9.5, color: colors.text2 })
  const bold = { font: 'bold', size: 14 } as const
  const emailStyle = { ...bold, size: sizeToFit(doc, letter.email, inside.width, bold) }
  const height = 186 + heightOfUniqueText(doc, letter.email, inside.width, emailStyle)
  doc
    .lineWidth(1)
    .roundedRect(CONTENT_LEFT, top, CONTENT_WIDTH, height, 10)
    .fillAndStroke(colors.accentSoft, colors.accent)

  let y = label('Dirección', top + 14)
  const address = publicUrl ?? 'La que te indicó el colegio'
  const addressStyle = { ...bold, size: sizeToFit(doc, address, inside.width, bold) }
  y = writeRecurring(doc, address, { ...inside, y }, addressStyle)
  y = label('Correo electrónico', y + 8)
  y = writeUnique(doc, letter.email, { ...inside, y }, emailStyle)
  if (publicUrl)
    drawQrCode(doc, publicUrl, {
      x: CONTENT_LEFT + CONTENT_WIDTH - BOX_PADDING / 2 - QR_SIDE,
      y: top + 10,
      width: QR_SIDE,
    })
  y = label('Contraseña de un solo uso', Math.max(y + 8, top + 96)) + 4
  doc.lineWidth(0.75).roundedRect(full.x, y, full.width, 54, 6).fillAndStroke(colors.paper, colors.accent)
  const code = { font: 'mono', size: 30, align: 'center', spacing: 2 } as const
  writeUnique(doc, letter.password, { ...full, y: y + 6 }, code)
  const until = `Vale hasta el ${momentInWords(letter.expires_at, letter.time_zone)}.`
  writeRecurring(doc, until, { ...full, y: y + 62 }, { size: 10.5 })
  return top + height
}

/** `top` is the y at which a section of the letter begins; `size` is the font size of its text. Both are in points. */
type SectionLayout = { top: number; size: number }
/** The y up to which the box of `drawAccess` may reach for the sections below it to have the full font size. */
const FULL_SIZE_MAX_Y = 520

function drawSteps(doc: PdfDocument, publicUrl: string | undefined, { top, size }: SectionLayout): number {
  const title = { font: 'bold', size: size + 2 } as const
  let y = writeRecurring(doc, 'Cómo entrar', { ...CONTENT_COLUMN, y: top }, title) + 5
  for (const [index, step] of signInSteps(publicUrl).entries()) {
    const middle = y + size * 0.7
    doc.circle(CONTENT_LEFT + 10, middle, 9.5).fill(colors.accent)
    const number = { font: 'bold', size: 10, color: colors.paper, align: 'center' } as const
    writeRecurring(doc, String(index + 1), { x: CONTENT_LEFT, y: middle - 6.5, width: 20 }, number)
    y = writeRecurring(doc, step, { x: CONTENT_LEFT + 32, y, width: CONTENT_WIDTH - 32 }, { size })
    y += size * 0.75
  }
  return y
}

function drawAdvice(doc: PdfDocument, { top, size }: SectionLayout): void {
  const title = { font: 'bold', size: size + 2 } as const
  let y = writeRecurring(doc, 'Cuida esta carta', { ...CONTENT_COLUMN, y: top }, title) + 3
  for (const advice of safetyAdvice) y = writeRecurring(doc, advice, { ...CONTENT_COLUMN, y }, { size }) + 5
}

/** Draws a letter on the current page. */
export function drawLetter(doc: PdfDocument, letter: Letter, { publicUrl, number }: LetterOptions): void {
  drawBrand(doc)
  let y = Math.max(drawRecipients(doc, letter), CONTENT_TOP + 60) + 24
  const size = letter.establishments.length > 1 ? 15 : 20
  y = writeUnique(doc, schoolHeading(letter), { ...CONTENT_COLUMN, y }, { font: 'bold', size, lines: 3 }) + 10
  const greeting = `Hola, ${fullName(letter)}:`
  y = writeUnique(doc, greeting, { ...CONTENT_COLUMN, y }, { font: 'bold', size: 12, lines: 2 }) + 4
  y = writeRecurring(doc, introduction, { ...CONTENT_COLUMN, y }, { size: 11 }) + 14
  y = drawAccess(doc, letter, publicUrl, y)
  const layout = { size: y < FULL_SIZE_MAX_Y ? 11 : 9 }
  y = drawSteps(doc, publicUrl, { ...layout, top: y + 18 })
  drawAdvice(doc, { ...layout, top: y + 8 })
  drawFooter(doc, fullName(letter), number)
}

export function drawEmptyPage(doc: PdfDocument): void {
  drawBrand(doc)
  const text = 'No hay cartas: nadie de los pedidos tiene una invitación vigente.'
  writeRecurring(doc, text, { ...CONTENT_COLUMN, y: CONTENT_TOP + 60 }, { size: 12 })
}
