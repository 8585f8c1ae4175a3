import { requestKindNames } from '@apoderados/contract/privacy'
import { formatDay, todayIn } from '@apoderados/contract/values/days'
import { DEFAULT_ZONE } from '../mails/mailClock.ts'
import { colors } from '../pdf/drawText.ts'
import { openDocument } from '../pdf/openDocument.ts'
import type { Family } from '../students/families.ts'
import { dataUses } from './dataUses.ts'

type Student = Family['students'][number]
type Enrollment = Student['enrollments'][number]

/**
 * Returns a guardian's data as the guardian may take it: the students whom the guardian does not represent by law are
 * left out, and so are the ids of other families.
 */
export function dataOf({ contacts_read_by, ...family }: Family, representedOnly = true) {
  const shown = family.students.filter(
    ({ student_parent }) => !representedOnly || student_parent.is_legal_representative,
  )
  return {
    uses: dataUses,
    ...family,
    students: shown,
    students_of_other_representatives: family.students.length - shown.length,
    contacts_read_at: contacts_read_by.map(({ at }) => at),
  }
}
export type OwnData = ReturnType<typeof dataOf>

const consentNames = { phone: 'Teléfono', email: 'Correo', photo: 'Foto' }
const attendanceNames: Record<string, string> = { present: 'presente', absent: 'ausente', late: 'atrasado' }

/** Returns a day, or the day of a moment in the zone, as '17-05-2026'. */
const dayText = (day: string | Date | null, timeZone: string) =>
  day === null ? '—' : formatDay(day instanceof Date ? todayIn(timeZone, day) : day.slice(0, 10))
const fullName = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' ')
const markText = ({ tenths, concept }: { tenths: number | null; concept: string | null }) =>
  concept ?? (tenths === null ? '—' : `${Math.floor(tenths / 10)},${tenths % 10}`)

const MARGIN = 56

/** Writes text from top to bottom, on as many pages as it takes. */
function createWriter(title: string) {
  const doc = openDocument(title, MARGIN)
  doc.addPage()
  const write = (text: string, size: number, font: 'text' | 'bold', color: string, gap: number) =>
    doc.font(font).fontSize(size).fillColor(color).text(text, { features: [] }).moveDown(gap)
  return {
    title: (text: string) => write(text, 20, 'bold', colors.text, 0.3),
    heading: (text: string) => {
      doc.moveDown(0.6)
      write(text, 13, 'bold', colors.accent, 0.2)
    },
    strong: (text: string) => write(text, 10, 'bold', colors.text, 0.1),
    line: (text: string) => write(text, 9.5, 'text', colors.text, 0.15),
    fact: (name: string, value: string | null | undefined) =>
      write(`${name}: ${value || '—'}`, 9.5, 'text', colors.text, 0.15),
    async bytes(): Promise<Uint8Array> {
      doc.end()
      const chunks: Uint8Array[] = []
      for await (const chunk of doc as unknown as AsyncIterable<Uint8Array>) chunks.push(chunk)
      return Buffer.concat(chunks)
    },
  }
}
type Writer = ReturnType<typeof createWriter>

function writeUses(pdf: Writer): void {
  pdf.heading('De dónde vienen, para qué se usan, quién los ve y cuánto se guardan')
  for (const { data, origin, purpose, recipients, storage } of dataUses) {
    pdf.strong(data)
    pdf.line(`Origen: ${origin}. Fin: ${purpose}. Los ve: ${recipients}. Se guarda: ${storage}.`)
  }
}

function writeEnrollment(pdf: Writer, enrollment: Enrollment, timeZone: string): void {
  const { course, year, grades, attendance, arrears, observations } = enrollment
  pdf.strong(`${year}, ${course.name} ${course.letter}, N° ${enrollment.list_number} de la lista`)
  pdf.fact('La foto se muestra al curso', enrollment.shares_photo ? 'sí' : 'no')
  pdf.fact('Calificaciones', grades.length === 0 ? 'ninguna' : undefined)
  for (const grade of grades)
    pdf.line(`${grade.sub_period} · ${grade.subject} · ${grade.assessment} · ${markText(grade)}`)
  const absent = attendance.filter(({ status }) => status === 'absent')
  pdf.fact('Días de asistencia registrados', String(attendance.length))
  pdf.fact(
    attendanceNames.absent ?? '',
    absent.map(({ day }) => dayText(day, timeZone)).join(', ') || 'ningún día',
  )
  for (const { date_late, observation } of arrears)
    pdf.line(`Atraso del ${dayText(date_late, timeZone)}${observation ? `: ${observation}` : ''}`)
  for (const { date, description, observation } of observations)
    pdf.line(`Observación del ${dayText(date, timeZone)}: ${fullName(description, observation)}`)
}

function writeStudent(pdf: Writer, student: Student): void {
  const { name, time_zone } = student.establishment
  pdf.heading(fullName(student.name, student.last_name, student.second_last_name))
  pdf.fact('RUT', student.rut && `${student.rut}-${student.rut_dv}`)
  pdf.fact('Fecha de nacimiento', dayText(student.birthday ?? null, time_zone))
  pdf.fact('Colegio', name)
  for (const enrollment of student.enrollments) writeEnrollment(pdf, enrollment, time_zone)
}

/** Writes the data as a PDF that a person can read, with the days of the students' school. The JSON has more detail. */
export async function printData(data: OwnData, now: Date): Promise<Uint8Array> {
  const { guardian, consents, data_requests, students } = data
  const timeZone = students[0]?.establishment.time_zone ?? DEFAULT_ZONE
  const pdf = createWriter('Mis datos en Apoderados')
  pdf.title('Mis datos en Apoderados')
  pdf.line(`Al ${dayText(now, timeZone)}. El archivo JSON tiene el detalle completo.`)
  pdf.heading('Mi cuenta')
  pdf.fact('Nombre', fullName(guardian.name, guardian.last_name))
  pdf.fact('RUT', guardian.rut && `${guardian.rut}-${guardian.rut_dv}`)
  pdf.fact('Correo', guardian.email)
  pdf.fact('Teléfono', guardian.phone)
  pdf.fact('Muestro al curso mi teléfono', guardian.shares_phone ? 'sí' : 'no')
  pdf.fact('Muestro al curso mi correo', guardian.shares_email ? 'sí' : 'no')
  pdf.fact('Sesiones', String(data.sessions.length))
  pdf.fact('Días en que el curso leyó mis contactos', String(data.contacts_read_at.length))
  pdf.heading('Mis autorizaciones')
  for (const { at, kind, is_granted } of consents)
    pdf.line(
      `${dayText(at, timeZone)} · ${consentNames[kind]}: ${is_granted ? 'se muestra' : 'no se muestra'}`,
    )
  if (consents.length === 0) pdf.line('Ninguna.')
  pdf.heading('Mis solicitudes')
  for (const { created_at, kind, text, answer } of data_requests)
    pdf.line(
      `${dayText(created_at, timeZone)} · ${requestKindNames[kind]}: ${text}${answer ? ` Respuesta del ${dayText(answer.answered_at, timeZone)}: ${answer.text}` : ''}`,
    )
  if (data_requests.length === 0) pdf.line('Ninguna.')
  for (const student of students) writeStudent(pdf, student)
  if (data.students_of_other_representatives > 0)
    pdf.line('Los datos de quienes no representas legalmente los puede pedir su representante.')
  writeUses(pdf)
  return pdf.bytes()
}
