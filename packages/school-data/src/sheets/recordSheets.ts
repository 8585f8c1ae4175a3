import type { LevelCourse } from '../generated/generatedCourses.ts'
import type { AgendaEvent } from '../records/agendaEvent.ts'
import type { Assessment } from '../records/assessments.ts'
import type { PupilRecords } from '../records/pupilRecords.ts'
import type { CourseRecords } from '../school.ts'
import type { Book } from './book.ts'
import { chileanDay, gradeText, yesNo } from './texts.ts'

const EVERY_COURSE = 'todos'
const attendanceLetters = { present: 'P', absent: 'A', late: 'T' } as const
const arrearStatusNames = {
  created: 'Registrado',
  pending: 'Pendiente',
  justified: 'Justificado',
  rejected: 'Rechazado',
} as const
const observationTypeNames = { positive: 'positiva', negative: 'negativa', neutral: 'neutra' } as const
const observationPlaceNames = {
  inspectorate: 'Inspectoría',
  address: 'Dirección',
  utp: 'UTP',
  schoollife: 'Convivencia Escolar',
} as const

function writePupilRecords(
  { add, school }: Book,
  codeOf: (assessment: Assessment) => string,
  records: PupilRecords,
): void {
  const { number } = records.pupil.run
  for (const [assessment, { tenths, concept }] of records.marks) {
    add('notas', codeOf(assessment), number, tenths === null ? null : gradeText(tenths), concept)
  }
  for (const { day, status } of records.attendance) {
    const date = chileanDay(day)
    add('asistencia', number, date, attendanceLetters[status])
    if (status !== 'late') continue
    const arrival = records.lateArrivals.find((lateArrival) => lateArrival.day === day)
    if (arrival) {
      const { time, status, observation } = arrival
      add('atrasos', number, `${date} ${time}`, arrearStatusNames[status], observation)
    }
  }
  for (const entry of records.observations) {
    const { date, event_type, description, observation, subject, author, where_is } = entry
    const about = [observationTypeNames[event_type], description, observation] as const
    const lesson = [subject?.code ?? null, yesNo(subject !== null)] as const
    const place = where_is && observationPlaceNames[where_is]
    const teacher = (author && school.staff.get(author)?.run?.number) ?? null
    add('observaciones', number, chileanDay(date), ...about, teacher, ...lesson, place)
  }
}

/** Writes the assessments of a course, the records of its pupils, and its agenda. */
export function writeRecords(book: Book, course: LevelCourse, records: CourseRecords): void {
  const codeOf = ({ subject, period, order }: Assessment) =>
    `${course.code}-${subject.code}-${period + 1}${order + 1}`
  for (const assessment of records.assessments) {
    const { subject, period, name, description, held_on, weight } = assessment
    const about = [course.code, subject.code, `${period + 1}S`, name, description] as const
    book.add('evaluaciones', codeOf(assessment), ...about, chileanDay(held_on), weight)
  }
  for (const ofPupil of records.ofPupils) writePupilRecords(book, codeOf, ofPupil)
  writeEvents(book, course.code, records.events)
}

/** Writes events of the agenda. `course` is the course's code, or null for an event of every course. */
export function writeEvents(book: Book, course: string | null, events: readonly AgendaEvent[]): void {
  for (const { day, time, title, subject, content, description } of events) {
    const shownTitle = subject ? `${title}: ${subject.name}` : title
    const about = [shownTitle, subject?.code ?? null, content ?? description] as const
    const document = subject ? book.takeDocument() : null
    book.add('agenda', course ?? EVERY_COURSE, chileanDay(day), time, ...about, document)
  }
}
