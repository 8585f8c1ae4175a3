import type { Records, SheetName } from '../sheetRecords.ts'

type SqlType = 'text' | 'smallint' | 'integer' | 'boolean' | 'date' | 'time' | 'timestamp'

const scope = { rbd: 'text', year: 'smallint' } as const
const person = { rut: 'text', rut_dv: 'text', name: 'text', last_name: 'text' } as const

/** The columns of the staged tables: every field of the records with its PostgreSQL type, in the order of COPY. */
export const stagedColumns = {
  establecimientos: {
    rbd: 'text',
    name: 'text',
    address: 'text',
    phone: 'text',
    time_zone: 'text',
    rounding: 'text',
    uses_weights: 'boolean',
  },
  periodos: { ...scope, code: 'text', name: 'text', starts_on: 'date', ends_on: 'date' },
  cursos: { ...scope, code: 'text', name: 'text', letter: 'text' },
  funcionarios: { ...scope, ...person, second_last_name: 'text' },
  asignaturas: {
    ...scope,
    course: 'text',
    code: 'text',
    position: 'integer',
    name: 'text',
    scale_type: 'text',
    counts_in_average: 'boolean',
    is_elective: 'boolean',
    employee_rut: 'text',
  },
  alumnos: {
    ...scope,
    ...person,
    second_last_name: 'text',
    course_name: 'text',
    letter: 'text',
    teaching: 'text',
    birthday: 'date',
    gender: 'text',
    list_number: 'smallint',
    social_name: 'text',
    shows_social_name: 'boolean',
    shares_photo: 'boolean',
    enrolled_on: 'date',
    withdrawn_on: 'date',
  },
  apoderados: {
    document: 'text',
    ...person,
    email: 'text',
    phone: 'text',
    shares_phone: 'boolean',
    shares_email: 'boolean',
  },
  vinculos: {
    rbd: 'text',
    student_rut: 'text',
    document: 'text',
    parent_type: 'text',
    other_type: 'text',
    permission: 'text',
    financial_proxy: 'boolean',
    has_access: 'boolean',
    no_access_reason: 'text',
  },
  electivos: { ...scope, student_rut: 'text', subject: 'text' },
  horario: {
    ...scope,
    course: 'text',
    weekday: 'smallint',
    is_class: 'boolean',
    starts_at: 'time',
    ends_at: 'time',
    subject: 'text',
  },
  evaluaciones: {
    ...scope,
    code: 'text',
    course: 'text',
    subject: 'text',
    period: 'text',
    name: 'text',
    description: 'text',
    held_on: 'date',
    weight: 'integer',
  },
  notas: { ...scope, assessment: 'text', student_rut: 'text', tenths: 'smallint', concept: 'text' },
  asistencia: { ...scope, student_rut: 'text', day: 'date', status: 'text' },
  atrasos: { ...scope, student_rut: 'text', date_late: 'timestamp', status: 'text', observation: 'text' },
  observaciones: {
    ...scope,
    student_rut: 'text',
    date: 'date',
    event_type: 'text',
    description: 'text',
    observation: 'text',
    employee_rut: 'text',
    subject: 'text',
    in_class: 'boolean',
    where_is: 'text',
  },
  agenda: {
    ...scope,
    course: 'text',
    day: 'date',
    time: 'time',
    title: 'text',
    description: 'text',
    subject: 'text',
    content: 'text',
    document: 'text',
  },
} as const satisfies { [Name in SheetName]: Record<keyof Records[Name], SqlType> }

/** False for guardians, who belong to no school because they may have children in several. */
export const hasSchool = (sheet: SheetName): boolean => 'rbd' in stagedColumns[sheet]
export const hasYear = (sheet: SheetName): boolean => 'year' in stagedColumns[sheet]
