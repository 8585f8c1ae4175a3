import type { Book } from './book.ts'
import type { Course } from './courses.ts'
import type { Household } from './people.ts'
import type { Pupil } from './pupils.ts'
import { chilean, yesNo } from './texts.ts'

/** In the order of the official list, then of the columns that the set adds. */
function writePupil(book: Book, { level, letter }: Course, pupil: Pupil, listNumber: number): void {
  const { address, comuna } = pupil.household
  const { run, name, last_name, second_last_name, social_name, withdrawn_on } = pupil
  const course = [level.teaching, level.grade, level.name, letter] as const
  const person = [run.number, run.dv, pupil.gender, name, last_name, second_last_name] as const
  const noContact = [null, null, null] as const
  const ethnicity = 0
  const stay = [chilean(pupil.enrolled_on), withdrawn_on && chilean(withdrawn_on)] as const
  const noResults = [null, null] as const
  book.sheets.add(
    'alumnos',
    book.calendar.year,
    book.rbd,
    ...course,
    ...person,
    address,
    ...comuna,
    ...noContact,
    chilean(pupil.birthday),
    ethnicity,
    ...stay,
    ...noResults,
    listNumber,
    social_name,
    social_name && yesNo(Number(run.number) % 2 === 0),
  )
}

function writeLinks(book: Book, { run, household }: Pupil): void {
  for (const { guardian, kinship, other, role, isFinancial, noAccessReason } of household.links) {
    const hasAccess = yesNo(noAccessReason === null)
    const relation = [kinship, other, role, yesNo(isFinancial)] as const
    book.sheets.add('vinculos', book.rbd, run.number, guardian.number, ...relation, hasAccess, noAccessReason)
  }
}

export function writeCourseRoll(book: Book, course: Course): void {
  for (const [index, pupil] of course.pupils.entries()) {
    writePupil(book, course, pupil, index + 1)
    writeLinks(book, pupil)
  }
}

/** Each once in the whole set, wherever their children are. */
export function writeGuardians({ sheets }: Book, households: Household[]): void {
  for (const { guardian } of households.flatMap(({ links }) => links)) {
    const { document, number, dv, name, last_name, email, phone, shares_phone, shares_email } = guardian
    const choices = [yesNo(shares_phone), yesNo(shares_email)] as const
    sheets.add('apoderados', document, number, dv, name, last_name, email, phone, ...choices)
  }
}
