import type { ArrearStatus } from '@apoderados/contract/attendance'
import type { ObservationType, observationPlaces } from '@apoderados/contract/observations'
import type { ParentType } from '@apoderados/contract/profile'
import type { RowLocation } from './problems.ts'

/*
 * The records that the formats make from the rows of a sheet, and that staging receives. Each cell is already
 * validated. Days are 'YYYY-MM-DD', times are 'HH:MM', and RUTs are digits without check digit. `rbd`
 * ('90002-8') and `year` are null if the sheet does not state them; then the set or the database has only one.
 */
export type Scope = { rbd: string | null; year: number | null }

export type EstablishmentRecord = {
  rbd: string
  name: string
  address: string | null
  phone: string | null
  time_zone: string | null
  rounding: 'round' | 'truncate' | null
  uses_weights: boolean | null
}

export type PeriodRecord = Scope & { code: string; name: string; starts_on: string; ends_on: string }

/**
 * Days on which the whole school has no classes. `starts_on` and `name` are null in the row that only says that the
 * year has no such days left; `ends_on` null means the same day.
 */
export type ClosureRecord = Scope & {
  starts_on: string | null
  ends_on: string | null
  name: string | null
}

/** `name` is '5° Básico', `letter` is 'A'. */
export type CourseRecord = Scope & { code: string; name: string; letter: string }

export type EmployeeRecord = Scope & {
  rut: string
  rut_dv: string
  name: string
  last_name: string
  second_last_name: string | null
}

export type SubjectRecord = Scope & {
  course: string
  code: string
  /** The subject's position in the file, within its course. */
  position: number
  name: string
  /** Null if the subject is not graded. */
  scale_type: 'number' | 'other' | null
  counts_in_average: boolean
  /** True if only the students in an `ElectiveRecord` take the subject. */
  is_elective: boolean
  employee_rut: string | null
}

/** The course is given by name and letter, as in the official list of pupils. */
export type StudentRecord = Scope & {
  course_name: string
  letter: string
  /** The Ministry's code of the kind of teaching; null if unknown. */
  teaching: string | null
  rut: string
  rut_dv: string
  name: string
  last_name: string
  second_last_name: string | null
  birthday: string | null
  gender: string | null
  /** Null if the list is in alphabetical order. */
  list_number: number | null
  social_name: string | null
  shows_social_name: boolean | null
  shares_photo: boolean | null
  enrolled_on: string | null
  withdrawn_on: string | null
}

/** `document` has a prefix: 'rut:12345678', 'ipa:100123456', 'passport:AB123456'. */
export type GuardianRecord = {
  document: string
  rut: string | null
  rut_dv: string | null
  name: string
  last_name: string
  /** In lower case. */
  email: string
  /** In E.164 form; null if unknown. */
  phone: string | null
  shares_phone: boolean | null
  shares_email: boolean | null
}

export type LinkRecord = {
  rbd: string | null
  student_rut: string
  document: string
  parent_type: ParentType
  /** A description of the relation if `parent_type` is 'other'; otherwise null. */
  other_type: string | null
  /** The label that the app shows: 'Apoderado titular'. */
  permission: string | null
  financial_proxy: boolean
  has_access: boolean
  no_access_reason: string | null
}

/**
 * A student takes that elective of their course. `subject` null means that the student takes only the electives
 * in other rows.
 */
export type ElectiveRecord = Scope & { student_rut: string; subject: string | null }

/** `weekday` 1 is Monday. A block that is not a class is a break, without a subject. */
export type BlockRecord = Scope & {
  course: string
  weekday: number
  is_class: boolean
  starts_at: string
  ends_at: string
  subject: string | null
}

export type AssessmentRecord = Scope & {
  code: string
  course: string
  subject: string
  period: string
  name: string
  description: string | null
  /** Null means the first day of the period. */
  held_on: string | null
  weight: number
}

/** A grade in tenths (54 is 5,4) or a concept; if both are null, the result is pending. */
export type GradeRecord = Scope & {
  assessment: string
  student_rut: string
  tenths: number | null
  concept: string | null
}

export type AttendanceRecord = Scope & {
  student_rut: string
  day: string
  status: 'present' | 'absent' | 'late'
}

/** `date_late` is 'YYYY-MM-DD HH:MM' by the school's clock. */
export type ArrearRecord = Scope & {
  student_rut: string
  date_late: string
  status: ArrearStatus
  observation: string | null
}

export type ObservationRecord = Scope & {
  student_rut: string
  date: string
  event_type: ObservationType
  description: string
  observation: string
  employee_rut: string | null
  subject: string | null
  in_class: boolean
  where_is: (typeof observationPlaces)[number] | null
}

/** An event without course is for the whole school. `document` is the file name as the sheet writes it. */
export type EventRecord = Scope & {
  course: string | null
  day: string
  time: string | null
  title: string
  description: string | null
  subject: string | null
  content: string | null
  document: string | null
}

/** The records by the name of their sheet, in the order of writing: each may refer to those before it. */
export type Records = {
  establecimientos: EstablishmentRecord
  periodos: PeriodRecord
  dias_sin_clases: ClosureRecord
  cursos: CourseRecord
  funcionarios: EmployeeRecord
  asignaturas: SubjectRecord
  alumnos: StudentRecord
  apoderados: GuardianRecord
  vinculos: LinkRecord
  electivos: ElectiveRecord
  horario: BlockRecord
  evaluaciones: AssessmentRecord
  notas: GradeRecord
  asistencia: AttendanceRecord
  atrasos: ArrearRecord
  observaciones: ObservationRecord
  agenda: EventRecord
}
export type SheetName = keyof Records
export type FieldOf<Name extends SheetName> = keyof Records[Name] & string
/** A field of any record. */
export type Field = { [Name in SheetName]: FieldOf<Name> }[SheetName]

export const sheetNames = [
  'establecimientos',
  'periodos',
  'dias_sin_clases',
  'cursos',
  'funcionarios',
  'asignaturas',
  'alumnos',
  'apoderados',
  'vinculos',
  'electivos',
  'horario',
  'evaluaciones',
  'notas',
  'asistencia',
  'atrasos',
  'observaciones',
  'agenda',
] as const satisfies SheetName[]

/**
 * `omitted` lists the fields for which the file has no column. The import keeps their live values; a new row
 * gets the record's value, which is that of a blank cell.
 */
export type Placed<R> = { location: RowLocation; record: R; omitted?: readonly Field[] }

/** The file's header for each column of our sheets, by our name of the column. */
export type WrittenHeaders = ReadonlyMap<string, string>

/** Valid rows of one sheet. If `headers` is set, all rows come from one file. */
export type Batch = {
  [Name in SheetName]: { sheet: Name; rows: Placed<Records[Name]>[]; headers?: WrittenHeaders }
}[SheetName]
