import { surnames } from '@apoderados/school-data/text/names'
import {
  ASSESSMENTS_PER_SUBJECT,
  assessmentOf,
  BADGE_KIND,
  classDays,
  DOCUMENT_KIND,
  employeeOf,
  hexId,
  periodOf,
  rowsPerSchool,
  subjectOf,
  YEAR,
} from './benchmarkNumbers.ts'
import {
  firstNames,
  numbersUpTo,
  perCourse,
  perSchool,
  pick,
  sampleText,
  type Table,
} from './benchmarkRows.ts'

const BLOCKS_PER_DAY = 9
const EVENTS_PER_COURSE = 60
const subjectNames = [
  ...['Lenguaje y Comunicación', 'Matemática', 'Historia, Geografía y Cs. Sociales', 'Ciencias Naturales'],
  ...['Inglés', 'Artes Visuales', 'Música', 'Educación Física y Salud', 'Tecnología', 'Orientación'],
  ...['Religión', 'Taller de Lectura'],
]
/** Formats minutes since midnight as 'HH:MM'. */
const timeOfDay = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** The tables of the benchmark's schools whose rows belong to no student or family. */
export const schoolTables: Table[] = [
  {
    name: 'establishments',
    columns: 'id, name, rbd, address, phone, insign_id',
    rows: perSchool((id) => [
      [
        id,
        `Escuela N° ${id}`,
        `${20_000 + id}-0`,
        `Calle Larga ${id}, Los Andes`,
        null,
        hexId(BADGE_KIND, id),
      ],
    ]),
  },
  {
    name: 'courses',
    columns: 'establishment_id, id, year, name, letter',
    rows: perCourse((id, ofSchool) => [
      [ofSchool, id, YEAR, `${((id - 1) % rowsPerSchool.courses) + 1}° Básico`, 'A'],
    ]),
  },
  {
    name: 'employees',
    columns: 'establishment_id, id, name, last_name, second_last_name',
    rows: perSchool((ofSchool) =>
      numbersUpTo(rowsPerSchool.employees).map((number) => {
        const id = employeeOf(ofSchool, number)
        return [ofSchool, id, pick(firstNames, id), pick(surnames, id), pick(surnames, id + 3)]
      }),
    ),
  },
  {
    name: 'sub_periods',
    columns: 'establishment_id, id, year, name, starts_on, ends_on',
    rows: perSchool((id) => [
      [id, periodOf(id, 1), YEAR, 'Primer Semestre', `${YEAR}-03-01`, `${YEAR}-07-15`],
      [id, periodOf(id, 2), YEAR, 'Segundo Semestre', `${YEAR}-07-16`, `${YEAR}-12-15`],
    ]),
  },
  {
    name: 'closures',
    columns: 'establishment_id, starts_on, ends_on, name',
    rows: perSchool((id) => [
      [id, `${YEAR}-05-22`, `${YEAR}-05-22`, 'Interferiado'],
      [id, `${YEAR}-09-14`, `${YEAR}-09-17`, 'Semana de Fiestas Patrias'],
      [id, `${YEAR}-12-07`, `${YEAR}-12-07`, 'Interferiado'],
    ]),
  },
  {
    name: 'course_subjects',
    columns: 'establishment_id, id, course_id, position, name, scale_type, counts_in_average, employee_id',
    rows: perCourse((course, ofSchool) =>
      subjectNames.map((name, index) => {
        const isConcept = name === 'Religión' || name === 'Orientación'
        const teacher = employeeOf(ofSchool, ((course + index) % rowsPerSchool.employees) + 1)
        const id = subjectOf(course, index + 1)
        return [ofSchool, id, course, index + 1, name, isConcept ? 'other' : 'number', !isConcept, teacher]
      }),
    ),
  },
  {
    name: 'assessments',
    columns: 'establishment_id, id, course_subject_id, sub_period_id, held_on, name, description',
    rows: perCourse((course, ofSchool) =>
      numbersUpTo(rowsPerSchool.subjects).flatMap((position) =>
        numbersUpTo(ASSESSMENTS_PER_SUBJECT).map((number) => {
          const subject = subjectOf(course, position)
          const period = periodOf(ofSchool, number <= ASSESSMENTS_PER_SUBJECT / 2 ? 1 : 2)
          const day = pick(classDays, number * 20 + position)
          return [
            ofSchool,
            assessmentOf(subject, number),
            subject,
            period,
            day,
            `Evaluación ${number}`,
            sampleText,
          ]
        }),
      ),
    ),
  },
  {
    name: 'blocks',
    columns: 'establishment_id, id, course_id, weekday, starts_at, ends_at, course_subject_id',
    rows: perCourse((course, ofSchool) =>
      numbersUpTo(5).flatMap((weekday) =>
        numbersUpTo(BLOCKS_PER_DAY).map((number) => {
          const id = ((course - 1) * 5 + weekday - 1) * BLOCKS_PER_DAY + number
          const start = 480 + (number - 1) * 45
          const isPlaytime = number % 3 === 0
          const subject = subjectOf(course, ((weekday * 3 + number) % rowsPerSchool.subjects) + 1)
          return [
            ofSchool,
            id,
            course,
            weekday,
            timeOfDay(start),
            timeOfDay(start + 45),
            isPlaytime ? null : subject,
          ]
        }),
      ),
    ),
  },
  {
    name: 'events',
    columns:
      'establishment_id, id, course_id, day, time, title, description, content, course_subject_id, document_id, document_name',
    rows: perCourse((course, ofSchool) =>
      numbersUpTo(EVENTS_PER_COURSE).map((number) => {
        const id = (course - 1) * EVENTS_PER_COURSE + number
        const subject = subjectOf(course, (number % rowsPerSchool.subjects) + 1)
        const hasDocument = number === 1
        const day = pick(classDays, Math.floor((number - 1) / 2) * 6)
        const document = hasDocument ? [hexId(DOCUMENT_KIND, id), 'pauta.pdf'] : [null, null]
        const texts = [`Prueba N° ${number}`, sampleText, 'Unidad 2: lectura y análisis']
        return [ofSchool, id, course, day, number % 2 ? '10:30' : null, ...texts, subject, ...document]
      }),
    ),
  },
]
