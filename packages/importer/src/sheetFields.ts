import type { ArrearStatus } from '@apoderados/contract/attendance'
import type { ObservationPlace, ObservationType } from '@apoderados/contract/observations'
import type { ParentType } from '@apoderados/contract/profile'

/**
 * The PostgreSQL type of a field in the staged tables. `Value` is the field's type in a record; the property `value`
 * exists only for the compiler and is never set.
 */
type FieldType<Value> = { sql: string; value?: Value }
type Fields = Record<string, FieldType<unknown>>
export type RecordOf<F extends Fields> = {
  [Name in keyof F]: F[Name] extends FieldType<infer Value> ? Value : never
}

const text: FieldType<string> = { sql: 'text' }
const smallint: FieldType<number> = { sql: 'smallint' }
const integer: FieldType<number> = { sql: 'integer' }
const flag: FieldType<boolean> = { sql: 'boolean' }
const date: FieldType<string> = { sql: 'date' }
const time: FieldType<string> = { sql: 'time' }
const timestamp: FieldType<string> = { sql: 'timestamp' }
const oneOf = <Word extends string>(): FieldType<Word> => ({ sql: 'text' })
const orNull = <Value>(type: FieldType<Value>): FieldType<Value | null> => type

const scope = { rbd: orNull(text), year: orNull(smallint) }
const person = { rut: text, rut_dv: text, name: text, last_name: text, second_last_name: orNull(text) }

/**
 * The fields of the records that the formats make from the rows of each sheet, and that staging receives. Each cell is
 * already validated. Days are 'YYYY-MM-DD', times are 'HH:MM', and RUTs are digits without check digit. `rbd`
 * ('90002-8') and `year` are null if the sheet does not state them; then the command's options, the set or the database
 * determine them.
 * The sheets are in the order of writing: each may refer to those before it. The fields are in the order of COPY.
 */
export const sheetFields = {
  establecimientos: {
    rbd: text,
    name: text,
    address: orNull(text),
    phone: orNull(text),
    time_zone: orNull(text),
    rounding: orNull(oneOf<'round' | 'truncate'>()),
    uses_weights: orNull(flag),
  },
  periodos: { ...scope, code: text, name: text, starts_on: date, ends_on: date },
  /**
   * Days on which the whole school has no classes. `starts_on` and `name` are null in the row that only says that the
   * year has no such days left; `ends_on` null means the same day.
   */
  dias_sin_clases: { ...scope, starts_on: orNull(date), ends_on: orNull(date), name: orNull(text) },
  /** `name` is '5° Básico', `letter` is 'A'. */
  cursos: { ...scope, code: text, name: text, letter: text },
  funcionarios: { ...scope, ...person },
  asignaturas: {
    ...scope,
    course: text,
    code: text,
    /** The subject's position in the file, within its course. */
    position: integer,
    name: text,
    /** Null if the subject is not graded. */
    scale_type: orNull(oneOf<'number' | 'other'>()),
    counts_in_average: flag,
    /** True if only the students in `electivos` take the subject. */
    is_elective: flag,
    employee_rut: orNull(text),
  },
  /** A pupil's course is stated by its name and letter, as in the Ministry's list of pupils. */
  alumnos: {
    ...scope,
    ...person,
    course_name: text,
    letter: text,
    /** The Ministry's code of the kind of teaching; null if unknown. */
    teaching: orNull(text),
    birthday: orNull(date),
    gender: orNull(text),
    /** Null if the list states no number; pupils are then numbered in alphabetical order. */
    list_number: orNull(smallint),
    social_name: orNull(text),
    shows_social_name: orNull(flag),
    shares_photo: orNull(flag),
    enrolled_on: orNull(date),
    withdrawn_on: orNull(date),
  },
  /** `document` has a prefix: 'rut:12345678', 'ipa:100123456', 'passport:AB123456'. */
  apoderados: {
    document: text,
    rut: orNull(text),
    rut_dv: orNull(text),
    name: text,
    last_name: text,
    /** In lower case. */
    email: text,
    /** In E.164 form; null if unknown. */
    phone: orNull(text),
    shares_phone: orNull(flag),
    shares_email: orNull(flag),
  },
  vinculos: {
    rbd: orNull(text),
    student_rut: text,
    document: text,
    parent_type: oneOf<ParentType>(),
    /** A description of the relation if `parent_type` is 'other'; otherwise null. */
    other_type: orNull(text),
    /** The label that the app shows: 'Apoderado titular'. */
    permission: orNull(text),
    financial_proxy: flag,
    has_access: flag,
    no_access_reason: orNull(text),
  },
  /**
   * Each row states that a student takes an elective of their course. `subject` null means that the student takes only
   * the electives in the student's other rows.
   */
  electivos: { ...scope, student_rut: text, subject: orNull(text) },
  horario: {
    ...scope,
    course: text,
    /** 1 is Monday. */
    weekday: smallint,
    /** A block that is not a class is a break, without a subject. */
    is_class: flag,
    starts_at: time,
    ends_at: time,
    subject: orNull(text),
  },
  evaluaciones: {
    ...scope,
    code: text,
    course: text,
    subject: text,
    period: text,
    name: text,
    description: orNull(text),
    /** Null means the first day of the period. */
    held_on: orNull(date),
    weight: integer,
  },
  /** A grade in tenths (54 is 5,4) or a concept; if both are null, the result is pending. */
  notas: { ...scope, assessment: text, student_rut: text, tenths: orNull(smallint), concept: orNull(text) },
  asistencia: { ...scope, student_rut: text, day: date, status: oneOf<'present' | 'absent' | 'late'>() },
  /** `date_late` is 'YYYY-MM-DD HH:MM' in the school's local time. */
  atrasos: {
    ...scope,
    student_rut: text,
    date_late: timestamp,
    status: oneOf<ArrearStatus>(),
    observation: orNull(text),
  },
  observaciones: {
    ...scope,
    student_rut: text,
    date,
    event_type: oneOf<ObservationType>(),
    description: text,
    observation: text,
    employee_rut: orNull(text),
    subject: orNull(text),
    in_class: flag,
    where_is: orNull(oneOf<ObservationPlace>()),
  },
  /** An event without course is for the whole school. `document` is the file name as the sheet writes it. */
  agenda: {
    ...scope,
    course: orNull(text),
    day: date,
    time: orNull(time),
    title: text,
    description: orNull(text),
    subject: orNull(text),
    content: orNull(text),
    document: orNull(text),
  },
} satisfies Record<string, Fields>
