import { surnames } from '@apoderados/school-data/text/names'
import {
  ASSESSMENTS_PER_SUBJECT,
  assessmentOf,
  classDays,
  courseOf,
  employeeOf,
  familyOf,
  hexId,
  PHOTO_KIND,
  parentsOf,
  rowsPerSchool,
  schoolOf,
  subjectOf,
  YEAR,
} from './benchmarkNumbers.ts'
import {
  firstNames,
  numbersUpTo,
  perStudent,
  pick,
  rowsForEach,
  sampleText,
  type Table,
} from './benchmarkRows.ts'

const OBSERVATIONS_PER_STUDENT = 6
const ARREARS_PER_STUDENT = 8

/** The tables of parents and students, and of the links between them. */
export const familyTables: Table[] = [
  {
    name: 'parents',
    columns:
      'id, email, name, last_name, phone, permission, shares_phone, shares_email, password_changed, account_confirmed',
    rows: (students) =>
      rowsForEach(familyOf(students) * 2, (id) => {
        const contact = [
          `familia.${id}@example.com`,
          pick(firstNames, id),
          pick(surnames, id),
          '+56200000000',
        ]
        return [[id, ...contact, 'Apoderado titular', id % 2 === 0, id % 3 === 0, true, true]]
      }),
  },
  {
    name: 'students',
    columns: 'establishment_id, id, name, last_name, second_last_name, birthday, gender',
    rows: perStudent((id) => {
      const called = [pick(firstNames, id), pick(surnames, id), pick(surnames, id + 4)]
      return [[schoolOf(id), id, ...called, '2015-05-04', 'Femenino']]
    }),
  },
  {
    name: 'enrollments',
    columns:
      'establishment_id, id, student_id, course_id, year, list_number, photo_id, shares_photo, enrolled_on',
    rows: perStudent((id) => {
      const list_number = Math.floor(((id - 1) % rowsPerSchool.students) / rowsPerSchool.courses) + 1
      const photo = [hexId(PHOTO_KIND, id), id % 2 === 0]
      return [[schoolOf(id), id, id, courseOf(id), YEAR, list_number, ...photo, `${YEAR}-03-01`]]
    }),
  },
  {
    name: 'student_parents',
    columns: 'establishment_id, student_id, parent_id, parent_type, financial_proxy',
    rows: perStudent((id) =>
      parentsOf(id).map((parent, index) => [
        ...[schoolOf(id), id, parent],
        ...[index === 0 ? 'mother' : 'father', index === 0],
      ]),
    ),
  },
]

/** The tables with the records of a student in one school year. */
export const recordTables: Table[] = [
  {
    name: 'grades',
    columns: 'establishment_id, enrollment_id, assessment_id, tenths, concept',
    rows: perStudent((id) =>
      numbersUpTo(rowsPerSchool.subjects).flatMap((position) => {
        const isConcept = position === 10 || position === 11
        const subject = subjectOf(courseOf(id), position)
        return numbersUpTo(ASSESSMENTS_PER_SUBJECT).map((number) => {
          const tenths = 40 + ((id * 7 + position * 5 + number * 3) % 31)
          const grade = isConcept ? [null, 'MB'] : [tenths, null]
          return [schoolOf(id), id, assessmentOf(subject, number), ...grade]
        })
      }),
    ),
  },
  {
    name: 'attendance',
    columns: 'establishment_id, enrollment_id, day, status',
    rows: perStudent((id) =>
      classDays.map((day, index) => {
        const percentile = (id * 31 + index * 17) % 100
        return [schoolOf(id), id, day, percentile < 6 ? 'absent' : percentile < 10 ? 'late' : 'present']
      }),
    ),
  },
  {
    name: 'arrears',
    columns: 'establishment_id, id, enrollment_id, date_late, status, observation',
    rows: perStudent((id) =>
      numbersUpTo(ARREARS_PER_STUDENT).map((number) => {
        const timestamp = `${pick(classDays, id + number * 20)} 12:12:00+00`
        return [
          schoolOf(id),
          (id - 1) * ARREARS_PER_STUDENT + number,
          id,
          timestamp,
          'created',
          number % 2 ? sampleText : null,
        ]
      }),
    ),
  },
  {
    name: 'observations',
    columns:
      'establishment_id, id, enrollment_id, date, event_type, description, observation, employee_id, course_subject_id, in_class, where_is',
    rows: perStudent((id) =>
      numbersUpTo(OBSERVATIONS_PER_STUDENT).map((number) => {
        const type = pick(['positive', 'negative', 'neutral'], number)
        const subject = subjectOf(courseOf(id), (number % rowsPerSchool.subjects) + 1)
        const teacher = employeeOf(schoolOf(id), ((id + number) % rowsPerSchool.employees) + 1)
        const contents = [pick(classDays, id + number * 25), type, 'Responsabilidad', sampleText]
        return [
          schoolOf(id),
          (id - 1) * OBSERVATIONS_PER_STUDENT + number,
          id,
          ...contents,
          teacher,
          subject,
          true,
          null,
        ]
      }),
    ),
  },
]
