import { api, type CallName } from '@apoderados/contract/calls/api'
import { addDays, weekdayOf } from '@apoderados/contract/values/days'
import { marksIn } from './marks.ts'
import { EVENT_DAY, type Row, type World } from './rows.ts'

/*
 * Computes from the rows what a parent may see, by the rules of the specification (§7, R1, R2). It neither uses nor
 * copies the server's queries, so that a mistake in a query is not repeated here.
 */

export type Fields = Record<string, string>
/** The expected status of an answer and all marks that it must contain. */
export type Expected = { status: 200 | 401 | 404; marks: Set<string> }

const NOT_FOUND: Expected = { status: 404, marks: new Set() }
const shows = (...cells: unknown[]): Expected => ({ status: 200, marks: marksIn(JSON.stringify(cells)) })

type Student = Row<'students'>
export type Enrollment = Row<'enrollments'>

const isLinked = (world: World, parent_id: number, student_id: number) =>
  world.studentParents.some(
    (link) => link.parent_id === parent_id && link.student_id === student_id && link.has_access,
  )

/** True if a court closed the parent's link to the student. */
const isBarred = (world: World, parent_id: number, student_id: number) =>
  world.studentParents.some(
    (link) => link.parent_id === parent_id && link.student_id === student_id && !link.has_access,
  )

/** True if the other parent is linked to a student whose link to this parent is closed. */
const isProtected = (world: World, parent_id: number, other_id: number) =>
  studentsOf(world, other_id).some(({ id }) => isBarred(world, parent_id, id))

/** Returns the students whose link to the parent is open. */
export const studentsOf = (world: World, parent_id: number): Student[] =>
  world.students.filter(({ id }) => isLinked(world, parent_id, id))

/** The school year runs from March to February. */
const hasBegun = ({ year }: Enrollment) => today() >= `${year}-03-01`

/**
 * Returns the student's enrolment of the latest year, unless it was withdrawn. An enrolment that was withdrawn
 * before its year began is ignored.
 */
export const enrollmentOf = (world: World, student_id: number): Enrollment | undefined => {
  const theirs = world.enrollments.filter((row) => row.student_id === student_id)
  const counted = theirs.filter((row) => row.withdrawn_on === null || hasBegun(row))
  const latest = Math.max(...counted.map(({ year }) => year))
  return counted.find((row) => row.year === latest && row.withdrawn_on === null)
}

/** Returns the first of April after the year: by then, a student without a new enrolment has left the school. */
const lapsesOn = ({ year }: Enrollment) => `${year + 1}-04-01`
const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Santiago' }).format(new Date())

const courseOf = (world: World, { course_id }: Enrollment) => {
  const course = world.courses.find(({ id }) => id === course_id) as Row<'courses'>
  return [course.name, course.letter]
}

function profile(world: World, parent_id: number): Expected {
  const parent = world.parents.find(({ id }) => id === parent_id) as Row<'parents'>
  const { email, name, last_name, phone, rut, rut_dv, photo_id, permission } = parent
  const students = studentsOf(world, parent_id).map((student) => {
    const { id, establishment_id, social_name, shows_social_name } = student
    const school = world.establishments.find((row) => row.id === establishment_id)
    const link = world.studentParents.find(
      (row) => row.student_id === id && row.parent_id === parent_id,
    ) as Row<'studentParents'>
    const enrollment = enrollmentOf(world, id)
    return [
      [id, student.name, student.last_name, student.second_last_name, student.rut, student.rut_dv],
      [student.gender, shows_social_name && social_name, link.other_type],
      [school?.id, school?.name, school?.rbd, school?.address, school?.phone, school?.insign_id],
      enrollment && [enrollment.id, enrollment.photo_id, courseOf(world, enrollment)],
    ]
  })
  return shows([parent.id, email, name, last_name, phone, rut, rut_dv, photo_id, permission], students)
}

const subjectOf = (world: World, id: number | null) => world.courseSubjects.find((row) => row.id === id)
const namesOf = (world: World, employee_id: number | null | undefined) => {
  const found = world.employees.find(({ id }) => id === employee_id)
  return {
    short: [found?.name, found?.last_name],
    whole: [found?.name, found?.last_name, found?.second_last_name],
  }
}

/**
 * True if the student takes the subject: every subject of the course, but an elective only if the student is listed
 * for it.
 */
const takes = (world: World, enrollment: Enrollment, course_subject_id: number) =>
  !subjectOf(world, course_subject_id)?.is_elective ||
  world.electiveEnrollments.some(
    (row) => row.enrollment_id === enrollment.id && row.course_subject_id === course_subject_id,
  )

function calendar(world: World, enrollment: Enrollment): Expected {
  const lessons = world.blocks.filter(
    ({ course_id, course_subject_id }) =>
      course_id === enrollment.course_id &&
      course_subject_id !== null &&
      takes(world, enrollment, course_subject_id),
  )
  return shows(
    lessons.map(({ course_subject_id }) => {
      const subject = subjectOf(world, course_subject_id)
      return [subject?.name, namesOf(world, subject?.employee_id).short, courseOf(world, enrollment)]
    }),
  )
}

export const eventsOf = (world: World, enrollment: Enrollment) =>
  world.events.filter(
    (event) =>
      (event.course_id === enrollment.course_id &&
        (event.course_subject_id === null || takes(world, enrollment, event.course_subject_id))) ||
      (event.course_id === null &&
        event.establishment_id === enrollment.establishment_id &&
        event.day < lapsesOn(enrollment)),
  )

const dayOf = ({ date = '' }: Fields) => date.split('/').reverse().join('-')

function diary(world: World, enrollment: Enrollment, first: string, last: string): Expected {
  const events = eventsOf(world, enrollment).filter(({ day }) => first <= day && day <= last)
  return shows(
    events.map(({ id, title, description, content, document_id, course_id, course_subject_id }) => [
      [id, title, description, content, document_id, subjectOf(world, course_subject_id)?.name],
      course_id && courseOf(world, enrollment),
    ]),
  )
}

const periodsOf = (world: World, { establishment_id, year }: Enrollment) =>
  world.subPeriods.filter((row) => row.establishment_id === establishment_id && row.year === year)
const closuresOf = (world: World, { establishment_id, year }: Enrollment) =>
  world.closures.filter(
    (row) => row.establishment_id === establishment_id && row.starts_on.startsWith(`${year}-`),
  )
const gradedSubjectsOf = (world: World, enrollment: Enrollment) =>
  world.courseSubjects.filter(
    (row) =>
      row.course_id === enrollment.course_id && row.scale_type !== null && takes(world, enrollment, row.id),
  )

function gradesIn(world: World, enrollment: Enrollment, fields: Fields, subject: Row<'courseSubjects'>) {
  const period = Number(fields.establishment_sub_period_id)
  return world.assessments
    .filter((row) => row.course_subject_id === subject.id && row.sub_period_id === period)
    .map((assessment) => ({
      assessment,
      grade: world.grades.find(
        (row) => row.assessment_id === assessment.id && row.enrollment_id === enrollment.id,
      ),
    }))
}

const isPeriodOf = (world: World, enrollment: Enrollment, fields: Fields) =>
  periodsOf(world, enrollment).some(({ id }) => id === Number(fields.establishment_sub_period_id))

/** Returns the average of a period. All grades of one enrolment are equal, so any counted grade is the average. */
export function averageOf(world: World, enrollment: Enrollment, fields: Fields): number | null {
  const tenths = gradedSubjectsOf(world, enrollment)
    .filter(({ counts_in_average }) => counts_in_average)
    .flatMap((subject) => gradesIn(world, enrollment, fields, subject))
    .flatMap(({ grade }) => grade?.tenths ?? [])
  return tenths[0] === undefined ? null : tenths[0] / 10
}

function averages(world: World, enrollment: Enrollment, fields: Fields): Expected {
  if (!isPeriodOf(world, enrollment, fields)) return NOT_FOUND
  return shows(
    gradedSubjectsOf(world, enrollment).map((subject) => [
      [subject.id, subject.name],
      gradesIn(world, enrollment, fields, subject).map(({ grade }) => grade?.concept),
    ]),
  )
}

function qualifications(world: World, enrollment: Enrollment, fields: Fields): Expected {
  const courseSubjectId = Number(fields.course_subject_id)
  const subject = gradedSubjectsOf(world, enrollment).find(({ id }) => id === courseSubjectId)
  if (!subject || !isPeriodOf(world, enrollment, fields)) return NOT_FOUND
  return shows(
    gradesIn(world, enrollment, fields, subject).map(({ assessment: { id, name, description }, grade }) => [
      [id, name, description, grade?.concept],
    ]),
  )
}

function periodMarks(world: World, enrollment: Enrollment, fields: Fields): Expected {
  if (!isPeriodOf(world, enrollment, fields)) return NOT_FOUND
  return shows(
    gradedSubjectsOf(world, enrollment).map((subject) => [
      subject.id,
      gradesIn(world, enrollment, fields, subject).map(({ assessment: { id, name, description }, grade }) => [
        [id, name, description, grade?.concept],
      ]),
    ]),
  )
}

function observations(world: World, enrollment: Enrollment): Expected {
  const own = world.observations.filter((row) => row.enrollment_id === enrollment.id)
  return shows(
    own.map(({ id, description, observation, employee_id, course_subject_id }) => [
      [id, description, observation, namesOf(world, employee_id).whole],
      [subjectOf(world, course_subject_id)?.name, courseOf(world, enrollment)],
    ]),
  )
}

/**
 * The expected classmates (R2), with the contacts that each family shares. A parent's own twins appear with the
 * name used at home. Students whose link to the parent is closed do not appear, and neither do the contacts of
 * their guardians.
 */
function classmates(world: World, enrollment: Enrollment, parent_id: number): Expected {
  if (today() >= lapsesOn(enrollment)) return shows()
  const mates = world.enrollments.filter(
    (row) =>
      row.course_id === enrollment.course_id &&
      row.withdrawn_on === null &&
      row.id !== enrollment.id &&
      !isBarred(world, parent_id, row.student_id),
  )
  const contactOf = ({ id, shares_phone, phone, shares_email, email }: Row<'parents'>) =>
    isProtected(world, parent_id, id) ? [] : [shares_phone && phone, shares_email && email]
  return shows(
    mates.map(({ id, student_id, shares_photo, photo_id }) => {
      const student = world.students.find((row) => row.id === student_id) as Student
      const links = world.studentParents.filter((row) => row.student_id === student_id)
      const isAtHome = links.some((link) => link.parent_id === parent_id)
      const isCalledSocially = student.social_name && (student.shows_social_name || !isAtHome)
      const parents = links
        .filter(({ has_access }) => has_access)
        .map((link) => world.parents.find((row) => row.id === link.parent_id) as Row<'parents'>)
      return [
        [id, shares_photo && photo_id, shares_photo && photo_id && enrollment.establishment_id],
        [isCalledSocially ? student.social_name : student.name],
        [student.last_name, student.second_last_name],
        parents.map((parent) => [[parent.id, parent.name, parent.last_name], contactOf(parent)]),
      ]
    }),
  )
}

/** The expected answers to reads of one student, after the check of the link. */
const ofStudent: Partial<
  Record<CallName, (world: World, enrollment: Enrollment, fields: Fields, parent_id: number) => Expected>
> = {
  countDiaryEvents: () => shows(),
  getDiaryEvents: (world, enrollment, fields) => diary(world, enrollment, dayOf(fields), dayOf(fields)),
  getUpcomingEvents: (world, enrollment, fields) =>
    diary(world, enrollment, dayOf(fields), addDays(dayOf(fields), 20)),
  getCalendar: calendar,
  getCalendarFeed: () => shows(),
  getCalendarDays: (world, enrollment) => shows(closuresOf(world, enrollment).map(({ name }) => name)),
  getSubPeriods: (world, enrollment) => shows(periodsOf(world, enrollment).map(({ id, name }) => [id, name])),
  getPeriodQualifications: averages,
  getPeriodQualificationsBySubject: qualifications,
  getPeriodMarks: periodMarks,
  getObservations: observations,
  getArrears: (world, enrollment) =>
    shows(
      world.arrears
        .filter((row) => row.enrollment_id === enrollment.id)
        .map(({ id, observation }) => [id, observation]),
    ),
  getAttendanceDays: () => shows(),
  getClassmates: (world, enrollment, _, parent_id) => classmates(world, enrollment, parent_id),
}

function document(world: World, parent_id: number, { id }: Fields): Expected {
  const event = world.events.find(({ document_id }) => document_id === id)
  const isTheirs = studentsOf(world, parent_id).some((student) => {
    const enrollment = enrollmentOf(world, student.id)
    return enrollment && event && eventsOf(world, enrollment).includes(event)
  })
  return event && isTheirs ? shows(event.document_id, event.document_name) : NOT_FOUND
}

/** The events of a day and of the next one, and the classes of that weekday, of every linked student. */
function familyOverview(world: World, parent_id: number, fields: Fields): Expected {
  const first = dayOf(fields)
  const last = addDays(first, 1)
  const students = studentsOf(world, parent_id).map((student) => {
    const enrollment = enrollmentOf(world, student.id)
    if (!enrollment) return [student.id]
    const lessons = world.blocks.filter(
      ({ course_id, weekday, course_subject_id }) =>
        course_id === enrollment.course_id &&
        weekday === weekdayOf(first) &&
        course_subject_id !== null &&
        takes(world, enrollment, course_subject_id),
    )
    const events = [...diary(world, enrollment, first, last).marks]
    return [
      [student.id, events, events.length > 0 && student.establishment_id],
      lessons.map(({ course_subject_id }) => subjectOf(world, course_subject_id)?.name),
    ]
  })
  return shows(students)
}

/** The changes of a parent's students, of their courses and of their schools. */
function news(world: World, parent_id: number): Expected {
  return shows(
    studentsOf(world, parent_id).map((student) => {
      const enrollment = enrollmentOf(world, student.id)
      const concerned = world.changes.filter(
        ({ establishment_id, enrollment_id, course_id, course_subject_id }) =>
          enrollment_id === null
            ? (course_id === null && establishment_id === student.establishment_id) ||
              (enrollment !== undefined &&
                course_id === enrollment.course_id &&
                (course_subject_id === null || takes(world, enrollment, course_subject_id)))
            : enrollment_id === enrollment?.id,
      )
      return concerned.map(({ id, kind, title, item, course_subject_id, known_value, new_value }) => [
        [id, student.id, title, course_subject_id, subjectOf(world, course_subject_id)?.name],
        kind === 'grade' ? [item.split('/')[1], known_value, new_value] : item,
      ])
    }),
  )
}

/**
 * The expected answer to a photo (R27): the parent's own, a linked student's, their school's badge, or a classmate's
 * shared one.
 */
function photo(world: World, parent_id: number, { id }: Fields): Expected {
  const students = studentsOf(world, parent_id)
  const own = students.flatMap(({ id }) => enrollmentOf(world, id) ?? [])
  const isSeen =
    world.parents.some((row) => row.id === parent_id && row.photo_id === id) ||
    own.some((row) => row.photo_id === id) ||
    world.establishments.some(
      (row) => row.insign_id === id && students.some((student) => student.establishment_id === row.id),
    ) ||
    world.enrollments.some(
      (row) =>
        row.photo_id === id &&
        row.shares_photo &&
        row.withdrawn_on === null &&
        !isBarred(world, parent_id, row.student_id) &&
        own.some(({ course_id }) => course_id === row.course_id),
    )
  return isSeen ? shows(id) : NOT_FOUND
}

/** The calendar of a student whose id replaces the secret: the classes and events of the enrolment's year. */
function calendarFile(world: World, parent_id: number, { secret }: Fields): Expected {
  const student_id = Number(secret)
  const enrollment = isLinked(world, parent_id, student_id) ? enrollmentOf(world, student_id) : undefined
  if (!enrollment || today() >= lapsesOn(enrollment)) return NOT_FOUND
  const { year } = enrollment
  const events = eventsOf(world, enrollment).filter(
    ({ day }) => `${year}-01-01` <= day && day < `${year + 1}-03-01`,
  )
  const subjects = world.blocks
    .filter(({ course_id }) => course_id === enrollment.course_id)
    .flatMap(({ course_subject_id }) => subjectOf(world, course_subject_id) ?? [])
    .filter(({ id }) => takes(world, enrollment, id))
  return shows(
    [student_id, courseOf(world, enrollment)],
    subjects.map(({ id, name, employee_id }) => [id, name, namesOf(world, employee_id).short]),
    events.map(({ id, title, description, content, course_subject_id }) => [
      [id, title, description, content, subjectOf(world, course_subject_id)?.name],
    ]),
  )
}

/** True for a call that its link authorizes instead of a session (R27). */
export const takesSignedLink = (name: CallName) => !api[name].needsSession

/** The expected answers to reads without a student. */
const ofParent: Partial<Record<CallName, (world: World, parent_id: number, fields: Fields) => Expected>> = {
  getProfile: profile,
  getFamilyOverview: familyOverview,
  getNews: news,
  getNotificationSettings: (world, parent_id) => shows(studentsOf(world, parent_id).map(({ id }) => id)),
  getDocument: document,
  getPhoto: photo,
  getCalendarFile: calendarFile,
}

/** Returns the expected answer to a parent with a session. */
export function expectedOf(world: World, parent_id: number, name: CallName, fields: Fields): Expected {
  const parent = world.parents.find(({ id }) => id === parent_id)
  if (!parent?.is_active) return takesSignedLink(name) ? NOT_FOUND : { status: 401, marks: new Set() }
  const own = ofParent[name]
  if (own) return own(world, parent_id, fields)
  const student_id = Number(fields.student_id)
  if (!isLinked(world, parent_id, student_id)) return NOT_FOUND
  const enrollment = enrollmentOf(world, student_id)
  const answer = ofStudent[name]
  if (!answer) throw new Error(`the oracle does not know ${name}`)
  return enrollment ? answer(world, enrollment, fields, parent_id) : shows()
}

export const EVENT_DATE = EVENT_DAY.split('-').reverse().join('/')
