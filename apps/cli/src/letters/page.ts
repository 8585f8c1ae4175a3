import type { Letter } from '@apoderados/database/invitations/invitationLetters'
import { colors, type Document, heightOfUnique, sizeToFit, write, writeUnique } from './drawText.ts'
import { drawBrand, drawFooter, LEFT, TOP, WIDTH } from './frame.ts'
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

type PrintOptions = {
  publicUrl: string | undefined
  /** The position of the letter in its pile, from 1. */
  number: number
}

const STUDENTS_SHOWN = 3

/** Draws the recipients in the upper right corner, where the school's staff sees them when leafing through the pile. */
function drawRecipients(doc: Document, letter: Letter): number {
  const [x, width] = [LEFT + WIDTH - 230, 230]
  const inside = { x: x + 14, width: width - 28 }
  const listedStudents = letter.students.slice(0, STUDENTS_SHOWN)
  const unlistedCount = letter.students.length - listedStudents.length
  let y = write(
    doc,
    listedStudents.length > 0 ? 'Para la familia de' : 'Para',
    { ...inside, y: TOP + 11 },
    { size: 9, color: colors.text2 },
  )
  for (const student of listedStudents) {
    y = writeUnique(doc, student.name, { ...inside, y: y + 2 }, { font: 'bold', size: 12, lines: 1 })
    const place = courseInWords(student)
    if (place) y = writeUnique(doc, place, { ...inside, y }, { size: 10, color: colors.text2, lines: 1 })
  }
  if (listedStudents.length === 0) {
    y = writeUnique(doc, fullName(letter), { ...inside, y: y + 2 }, { font: 'bold', size: 12, lines: 2 })
  }
  if (unlistedCount > 0)
    y = write(doc, `y ${unlistedCount} más`, { ...inside, y: y + 2 }, { size: 10, color: colors.text2 })
  doc
    .lineWidth(0.75)
    .roundedRect(x, TOP, width, y + 9 - TOP, 8)
    .stroke(colors.text2)
  return y + 9
}

/** Draws the box with address, e-mail and password; returns the y of its end. */
function drawAccess(doc: Document, letter: Letter, publicUrl: string | undefined, top: number): number {
  const inside = { x: LEFT + BOX_PADDING, width: WIDTH - 2 * BOX_PADDING }
  const label = (text: string, y: number) =>
    write(doc, text, { ...inside, y }, { size: 9.5, color: colors.text2 })
  const bold = { font: 'bold', size: 14 } as const
  const emailStyle = { ...bold, size: sizeToFit(doc, letter.email, inside.width, bold) }
  const height = 186 + heightOfUnique(doc, letter.email, inside.width, emailStyle)
  doc.lineWidth(1).roundedRect(LEFT, top, WIDTH, height, 10).fillAndStroke(colors.accentSoft, colors.accent)

  let y = label('Dirección', top + 14)
  const address = publicUrl ?? 'La que te indicó el colegio'
  y = write(doc, address, { ...inside, y }, { ...bold, size: sizeToFit(doc, address, inside.width, bold) })
  y = label('Correo electrónico', y + 8)
  y = writeUnique(doc, letter.email, { ...inside, y }, emailStyle)
  y = label('Contraseña de un solo uso', y + 8) + 4
  doc.lineWidth(0.75).roundedRect(inside.x, y, inside.width, 54, 6).fillAndStroke(colors.paper, colors.accent)
  const code = { font: 'mono', size: 30, align: 'center', spacing: 2 } as const
  writeUnique(doc, letter.password, { ...inside, y: y + 6 }, code)
  const until = `Vale hasta el ${momentInWords(letter.expires_at)} (hora de Santiago).`
  write(doc, until, { ...inside, y: y + 62 }, { size: 10.5 })
  return top + height
}

/** `top` is the y at which a section of the letter begins; `size` is the font size of its text. Both are in points. */
type SectionLayout = { top: number; size: number }
const FULL_SIZE_MAX_Y = 520

function drawSteps(doc: Document, publicUrl: string | undefined, { top, size }: SectionLayout): number {
  let y = write(doc, 'Cómo entrar', { x: LEFT, y: top, width: WIDTH }, { font: 'bold', size: size + 2 }) + 5
  for (const [index, step] of signInSteps(publicUrl).entries()) {
    const middle = y + size * 0.7
    doc.circle(LEFT + 10, middle, 9.5).fill(colors.accent)
    const number = { font: 'bold', size: 10, color: colors.paper, align: 'center' } as const
    write(doc, String(index + 1), { x: LEFT, y: middle - 6.5, width: 20 }, number)
    y = write(doc, step, { x: LEFT + 32, y, width: WIDTH - 32 }, { size }) + size * 0.75
  }
  return y
}

function drawAdvice(doc: Document, { top, size }: SectionLayout): void {
  const column = { x: LEFT, width: WIDTH }
  let y = write(doc, 'Cuida esta carta', { ...column, y: top }, { font: 'bold', size: size + 2 }) + 3
  for (const advice of safetyAdvice) y = write(doc, advice, { ...column, y }, { size }) + 5
}

/** Draws a letter on the current page. */
export function drawLetter(doc: Document, letter: Letter, { publicUrl, number }: PrintOptions): void {
  drawBrand(doc)
  const column = { x: LEFT, width: WIDTH }
  let y = Math.max(drawRecipients(doc, letter), TOP + 60) + 24
  const size = letter.establishments.length > 1 ? 15 : 20
  y = writeUnique(doc, schoolHeading(letter), { ...column, y }, { font: 'bold', size, lines: 3 }) + 10
  const greeting = `Hola, ${fullName(letter)}:`
  y = writeUnique(doc, greeting, { ...column, y }, { font: 'bold', size: 12, lines: 2 }) + 4
  y = write(doc, introduction, { ...column, y }, { size: 11 }) + 14
  y = drawAccess(doc, letter, publicUrl, y)
  const layout = { size: y < FULL_SIZE_MAX_Y ? 11 : 9.5 }
  y = drawSteps(doc, publicUrl, { ...layout, top: y + 18 })
  drawAdvice(doc, { ...layout, top: y + 8 })
  drawFooter(doc, fullName(letter), number)
}

export function drawEmptyPage(doc: Document): void {
  drawBrand(doc)
  const place = { x: LEFT, y: TOP + 60, width: WIDTH }
  write(doc, 'No hay cartas: nadie de los pedidos tiene una invitación vigente.', place, { size: 12 })
}
