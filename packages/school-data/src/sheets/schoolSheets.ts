import { timetableOf } from '../courses/timetable.ts'
import type { LevelCourse } from '../generated/generatedCourses.ts'
import type { Pupil } from '../people/pupils.ts'
import type { Book } from './book.ts'
import { chileanDay, yesNo } from './texts.ts'

const weekdayNames = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes'] as const
const scaleNames = { number: 'numero', other: 'concepto' } as const

/**
 * Writes the school, its periods, closures, courses, staff and guardians. A guardian with children in several schools
 * has one row, because a household is listed only in the school of its first child.
 */
export function writeSchool({ school, sheets, add }: Book): void {
  const { rbd, name, address, comuna, phone, courses, staff, periods, closures, households } = school
  const zone = 'America/Santiago'
  sheets.add('establecimientos', rbd.number, rbd.dv, name, address, comuna, phone, zone, 'aproxima')
  for (const [index, { name, starts_on, ends_on }] of periods.entries()) {
    add('periodos', `${index + 1}S`, name, 'semestre', chileanDay(starts_on), chileanDay(ends_on))
  }
  for (const { starts_on, ends_on, name } of closures) {
    add('dias_sin_clases', chileanDay(starts_on), ends_on === starts_on ? null : chileanDay(ends_on), name)
  }
  for (const { code, name, letter, level } of courses) {
    add('cursos', code, name, letter, level.teaching, level.grade)
  }
  for (const { run, name, last_name, second_last_name } of staff.values()) {
    add('funcionarios', run?.number ?? null, run?.dv ?? null, name, last_name, second_last_name, null)
  }
  for (const { guardian } of households.flatMap(({ links }) => links)) {
    const { document, name, last_name, email, phone, shares_phone, shares_email } = guardian
    const { kind = null, number = null, dv = null } = document ?? {}
    const contact = [email, phone && spacedPhone(phone)] as const
    const choices = [yesNo(shares_phone), yesNo(shares_email)] as const
    sheets.add('apoderados', kind, number, dv, name, last_name, ...contact, ...choices)
  }
}

/** Formats a mobile number as a school writes it: '+56900000001' as '+56 9 0000 0001'. */
const spacedPhone = (phone: string) => phone.replace(/^(\+56)(\d)(\d{4})/, '$1 $2 $3 ')

/** Writes a course's subjects, weekly timetable and pupils, with the pupils' links and electives. */
export function writeCourse(book: Book, course: LevelCourse): void {
  const { code: curso, subjects } = course
  for (const { code, name, scale_type, counts_in_average, electiveGroup, teacher } of subjects) {
    const scale = scale_type && scaleNames[scale_type]
    const kind = [yesNo(counts_in_average), yesNo(electiveGroup !== null)] as const
    book.add('asignaturas', curso, code, name, scale, ...kind, teacher)
  }
  const codes = new Map(subjects.map(({ name, code }) => [name, code]))
  for (const { weekday, starts_at, ends_at, subject, is_lunch } of timetableOf(course)) {
    const breakName = is_lunch ? 'almuerzo' : 'recreo'
    const type = subject === null ? breakName : 'clase'
    const code = subject === null ? null : (codes.get(subject) ?? null)
    book.add('horario', curso, weekdayNames[weekday - 1] ?? null, type, starts_at, ends_at, code)
  }
  for (const pupil of course.pupils) {
    writePupil(book, course, pupil)
    writeLinks(book, pupil)
    for (const name of pupil.electives) book.add('electivos', codes.get(name) ?? null, pupil.run.number)
  }
}

/** Writes a row of `alumnos`: the columns of the Ministry's list of pupils, then those that the template adds to it. */
function writePupil({ school, sheets }: Book, course: LevelCourse, pupil: Pupil): void {
  const { level, letter, listNumbers } = course
  const { run, name, last_name, second_last_name, social_name, shows_social_name, withdrawn_on } = pupil
  const place = [level.teaching, level.grade, level.name, letter] as const
  const gender = pupil.gender === 'Femenino' ? 'F' : 'M'
  const person = [run.number, run.dv, gender, name, last_name, second_last_name] as const
  const { address, comuna } = pupil.household
  const noContact = [null, null, null] as const
  const ethnicity = 0
  const stay = [chileanDay(pupil.enrolled_on), withdrawn_on && chileanDay(withdrawn_on)] as const
  const noResults = [null, null] as const
  sheets.add(
    'alumnos',
    school.year,
    school.rbd.number,
    ...place,
    ...person,
    address,
    ...comuna,
    ...noContact,
    chileanDay(pupil.birthday),
    ethnicity,
    ...stay,
    ...noResults,
    listNumbers.get(pupil) ?? null,
    social_name,
    social_name && yesNo(shows_social_name),
  )
}

function writeLinks({ school, sheets }: Book, { run, household }: Pupil): void {
  for (const link of household.links) {
    const { guardian, kinship, other_type, isTitular, financial_proxy, no_access_reason } = link
    const quality = isTitular ? 'titular' : 'suplente'
    const relation = [kinship, other_type, quality, yesNo(financial_proxy)] as const
    const access = [yesNo(no_access_reason === null), no_access_reason] as const
    const document = guardian.document?.number ?? null
    sheets.add('vinculos', school.rbd.number, run.number, document, ...relation, ...access)
  }
}
