import type { AgendaEvent } from './agendaEvent.ts'
import { createPdf } from './pdf.ts'

const SCHOOL = 'Colegio Los Aromos de La Florida'
const instructions = [
  'Instrucciones',
  '1. Leer el documento completo junto a tu apoderado.',
  '2. Anotar las dudas y llevarlas a la próxima clase.',
  '3. Traer los materiales el día indicado.',
  '4. Escribir nombre y curso en cada hoja (también al reverso).',
]

/** What an event's attachment holds; `picture` is what one named .png shows. */
export function documentBytes(
  { document, title, content, subject, day }: AgendaEvent,
  course: string | null,
  picture: Buffer,
): Buffer {
  if (document?.endsWith('.png')) return picture
  const heading = title || document?.replace(/\.pdf$/, '') || ''
  const about = [
    SCHOOL,
    ...(course ? [`Curso: ${course}`] : []),
    ...(subject ? [`Asignatura: ${subject}`] : []),
    `Fecha: ${day.split('-').reverse().join('-')}`,
    ...(content ? [content] : []),
  ]
  return createPdf(heading, [...about, '', ...instructions])
}
