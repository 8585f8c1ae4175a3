import type { Assessment } from './assessments.ts'
import type { Book } from './book.ts'
import type { Course } from './courses.ts'
import type { School } from './schools.ts'
import { chilean, yesNo } from './texts.ts'
import { weekOf } from './week.ts'

const weekdays = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes'] as const

export function writeSchool(book: Book, { rbd, name, address, comuna, phone, courses, staff }: School): void {
  const { sheets, calendar } = book
  const zone = 'America/Santiago'
  sheets.add('establecimientos', rbd.number, rbd.dv, name, address, comuna, phone, zone, 'aproxima')
  for (const [index, { name, starts_on, ends_on }] of calendar.periods.entries()) {
    book.add('periodos', `${index + 1}S`, name, 'semestre', chilean(starts_on), chilean(ends_on))
  }
  for (const { code, letter, level } of courses) {
    book.add('cursos', code, level.name, letter, level.teaching, level.grade)
  }
  for (const { number, dv, name, last_name, second_last_name } of staff) {
    book.add('funcionarios', number, dv, name, last_name, second_last_name, null)
  }
}

/** A course's subjects, its week and what it is graded on. */
export function writeCurriculum(book: Book, course: Course, assessments: Assessment[]): void {
  const { code: curso, level, teachers, index } = course
  for (const { code, name, scale, counts, electiveHours } of level.plan) {
    const teacher = teachers.get(code)?.number ?? null
    book.add('asignaturas', curso, code, name, scale, yesNo(counts), yesNo(electiveHours !== null), teacher)
  }
  for (const { weekday, starts_at, ends_at, subject } of weekOf(level.plan, index)) {
    const type = subject === null ? 'recreo' : 'clase'
    book.add('horario', curso, weekdays[weekday - 1] ?? null, type, starts_at, ends_at, subject)
  }
  for (const { code, subject, period, name, description, held_on, weight } of assessments) {
    const text = [name, description] as const
    book.add('evaluaciones', code, curso, subject.code, `${period}S`, ...text, chilean(held_on), weight)
  }
}
