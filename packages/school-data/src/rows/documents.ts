import { createPdf } from '../pdf.ts'
import type { AgendaEvent } from '../records/agendaEvent.ts'

const instructions = [
  'Instrucciones',
  '1. Leer el documento completo junto a tu apoderado.',
  '2. Anotar las dudas y llevarlas a la próxima clase.',
  '3. Traer los materiales el día indicado.',
  '4. Escribir nombre y curso en cada hoja (también al reverso).',
]

/** Returns the bytes of an event's attachment: `picture` if its name ends in .png, otherwise a PDF about the event. */
export function documentBytes(
  { document, title, content, subject, day }: AgendaEvent,
  school: string,
  course: string | null,
  picture: Buffer,
): Buffer {
  if (document?.endsWith('.png')) return picture
  const heading = title || document?.replace(/\.pdf$/, '') || ''
  const about = [
    school,
    ...(course ? [`Curso: ${course}`] : []),
    ...(subject ? [`Asignatura: ${subject.name}`] : []),
    `Fecha: ${day.split('-').reverse().join('-')}`,
    ...(content ? [content] : []),
  ]
  return createPdf(heading, [...about, '', ...instructions])
}
