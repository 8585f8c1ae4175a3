import type { ArrearStatus } from '@apoderados/contract/attendance'
import type { ObservationPlace, ObservationType } from '@apoderados/contract/observations'
import type { ParentType } from '@apoderados/contract/profile'

/**
 * The PostgreSQL type of a field in the staged tables. `Value` is the field's type in a record; the property `value`
 * exists for the compiler alone and is not set.
 */
type FieldType<Value> = { sql: string; value?: Value }
type Fields = Record<string, FieldType<unknown>>
export type RecordOf<F extends Fields> = {
  [Name in keyof F]: F[Name] extends FieldType<infer Value> ? Value : never
}

const textField: FieldType<string> = { sql: 'text' }
const smallintField: FieldType<number> = { sql: 'smallint' }
const integerField: FieldType<number> = { sql: 'integer' }
const booleanField: FieldType<boolean> = { sql: 'boolean' }
const dateField: FieldType<string> = { sql: 'date' }
const timeField: FieldType<string> = { sql: 'time' }
const timestampField: FieldType<string> = { sql: 'timestamp' }
const wordField = <Word extends string>(): FieldType<Word> => ({ sql: 'text' })
const nullableField = <Value>(type: FieldType<Value>): FieldType<Value | null> => type

const scopeFields = { rbd: nullableField(textField), year: nullableField(smallintField) }
const personFields = {
  rut: textField,
  rut_dv: textField,
  name: textField,
  last_name: textField,
  second_last_name: nullableField(textField),
}

/**
 * The fields of the records that the formats make from the rows of each sheet, and that staging receives. The values
 * are validated. Days are 'YYYY-MM-DD', times are 'HH:MM', and RUTs are digits without check digit. `rbd` ('90002-8')
 * and `year` are null if the row does not state them; then the command's options, the set or the database determine
 * them. The sheets are in an order in which each refers only to those before it. The fields are in the order of the
 * columns of their table, in which COPY receives them.
 */
export const sheetFields = {
  establecimientos: {
    rbd: textField,
    name: textField,
    address: nullableField(textField),
    phone: nullableField(textField),
    time_zone: nullableField(textField),
    rounding: nullableField(wordField<'round' | 'truncate'>()),
    uses_weights: nullableField(booleanField),
  },
  periodos: { ...scopeFields, code: textField, name: textField, starts_on: dateField, ends_on: dateField },
  /**
   * Days on which the whole school has no classes. `starts_on` and `name` are null in a row that states that the year
   * has no such days; `ends_on` null means that the closure lasts one day.
   */
  dias_sin_clases: {
    ...scopeFields,
    starts_on: nullableField(dateField),
    ends_on: nullableField(dateField),
    name: nullableField(textField),
  },
  /** Courses, such as 5° Básico A: `name` is '5° Básico', `letter` is 'A'. */
  cursos: { ...scopeFields, code: textField, name: textField, letter: textField },
  funcionarios: { ...scopeFields, ...personFields },
  asignaturas: {
    ...scopeFields,
    course: textField,
    code: textField,
    /** The subject's position in the file, within its course. */
    position: integerField,
    name: textField,
    /** Whether the marks are numbers or concepts ('other'); null if the subject is not graded. */
    scale_type: nullableField(wordField<'number' | 'other'>()),
    counts_in_average: booleanField,
    /** True if only the students in `electivos` take the subject. */
    is_elective: booleanField,
    employee_rut: nullableField(textField),
  },
  /** Students. Their course is stated by its name and letter, as in the Ministry's list of pupils. */
  alumnos: {
    ...scopeFields,
    ...personFields,
    course_name: textField,
    letter: textField,
    /** The Ministry's code of the kind of teaching; null if unknown. */
    teaching: nullableField(textField),
    birthday: nullableField(dateField),
    gender: nullableField(textField),
    /** Null if the sheet states no number: `staging/resolved.sql` then numbers the students alphabetically. */
    list_number: nullableField(smallintField),
    social_name: nullableField(textField),
    shows_social_name: nullableField(booleanField),
    shares_photo: nullableField(booleanField),
    enrolled_on: nullableField(dateField),
    withdrawn_on: nullableField(dateField),
  },
  /** Guardians. `document` has a prefix: 'rut:12345678', 'ipa:100123456', 'passport:AB123456'. */
  apoderados: {
    document: textField,
    rut: nullableField(textField),
    rut_dv: nullableField(textField),
    name: textField,
    last_name: textField,
    /** The e-mail address in lower case. */
    email: textField,
    /** The phone number in E.164 form, '+56987654321'; null if unknown. */
    phone: nullableField(textField),
    shares_phone: nullableField(booleanField),
    shares_email: nullableField(booleanField),
  },
  vinculos: {
    rbd: nullableField(textField),
    student_rut: textField,
    document: textField,
    parent_type: wordField<ParentType>(),
    /** A description of the relation if `parent_type` is 'other'; otherwise null. */
    other_type: nullableField(textField),
    /** The role of the guardian, as the app shows it: 'Apoderado titular'; null if unknown. */
    permission: nullableField(textField),
    financial_proxy: booleanField,
    is_legal_representative: nullableField(booleanField),
    has_access: booleanField,
    no_access_reason: nullableField(textField),
  },
  /** A student takes an elective of their course; if `subject` is null, only those in the student's other rows. */
  electivos: { ...scopeFields, student_rut: textField, subject: nullableField(textField) },
  horario: {
    ...scopeFields,
    course: textField,
    /** From 1, Monday, to 5, Friday. */
    weekday: smallintField,
    /** False for a break, which has no subject. */
    is_class: booleanField,
    /** True for a break that the school calls lunch. */
    is_lunch: booleanField,
    starts_at: timeField,
    ends_at: timeField,
    subject: nullableField(textField),
  },
  evaluaciones: {
    ...scopeFields,
    code: textField,
    course: textField,
    subject: textField,
    period: textField,
    name: textField,
    description: nullableField(textField),
    /** The day of the assessment; null means the first day of the period. */
    held_on: nullableField(dateField),
    weight: integerField,
  },
  /** Results: a grade in tenths (54 is 5,4) or a concept; if both are null, the result is pending. */
  notas: {
    ...scopeFields,
    assessment: textField,
    student_rut: textField,
    tenths: nullableField(smallintField),
    concept: nullableField(textField),
  },
  asistencia: {
    ...scopeFields,
    student_rut: textField,
    day: dateField,
    status: wordField<'present' | 'absent' | 'late'>(),
  },
  /** Late arrivals. `date_late` is 'YYYY-MM-DD HH:MM' in the school's local time. */
  atrasos: {
    ...scopeFields,
    student_rut: textField,
    date_late: timestampField,
    status: wordField<ArrearStatus>(),
    observation: nullableField(textField),
  },
  observaciones: {
    ...scopeFields,
    student_rut: textField,
    date: dateField,
    event_type: wordField<ObservationType>(),
    description: textField,
    observation: textField,
    employee_rut: nullableField(textField),
    subject: nullableField(textField),
    in_class: booleanField,
    where_is: nullableField(wordField<ObservationPlace>()),
  },
  /** An event without course is for the whole school. `document` is the file name as the sheet writes it. */
  agenda: {
    ...scopeFields,
    course: nullableField(textField),
    day: dateField,
    time: nullableField(timeField),
    title: textField,
    description: nullableField(textField),
    subject: nullableField(textField),
    content: nullableField(textField),
    document: nullableField(textField),
  },
} satisfies Record<string, Fields>
