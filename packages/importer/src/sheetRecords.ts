import type { ArrearStatus } from '@apoderados/contract/attendance'
import type { ObservationType, observationPlaces } from '@apoderados/contract/observations'
import type { ParentType } from '@apoderados/contract/profile'
import type { RowLocation } from './problems.ts'

/*
 * What the formats make of the rows of a sheet, each cell already checked for itself, and what staging takes. Days are
 * 'YYYY-MM-DD', times 'HH:MM', RUTs digits without their check digit. `rbd` ('90002-8') and `year` are null where the
 * sheet does not say them: then the set or the database has only one.
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

/** `name` '5° Básico', `letter` 'A'. */
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
  /** In the order of the file. */
  position: number
  name: string
  /** Null: not graded. */
  scale_type: 'number' | 'other' | null
  counts_in_average: boolean
  /** Taken by those of the course alone whom an `ElectiveRecord` names. */
  is_elective: boolean
  employee_rut: string | null
}

/** The course by its name and letter, as the official list of pupils names it. */
export type StudentRecord = Scope & {
  course_name: string
  letter: string
  /** The Ministry's code of the kind of teaching. */
  teaching: string | null
  rut: string
  rut_dv: string
  name: string
  last_name: string
  second_last_name: string | null
  birthday: string | null
  gender: string | null
  /** Null: by the alphabet. */
  list_number: number | null
  social_name: string | null
  shows_social_name: boolean | null
  shares_photo: boolean | null
  enrolled_on: string | null
  withdrawn_on: string | null
}

/** `document`: 'rut:12345678', 'ipa:100123456', 'passport:AB123456'. */
export type GuardianRecord = {
  document: string
  rut: string | null
  rut_dv: string | null
  name: string
  last_name: string
  /** Lower case. */
  email: string
  /** E.164. */
  phone: string | null
  shares_phone: boolean | null
  shares_email: boolean | null
}

export type LinkRecord = {
  rbd: string | null
  student_rut: string
  document: string
  parent_type: ParentType
  /** Of the type 'other', which. */
  other_type: string | null
  /** The text shown: 'Apoderado titular'. */
  permission: string | null
  financial_proxy: boolean
  has_access: boolean
  no_access_reason: string | null
}

/** A student takes that elective of their course; null: none beside those that other rows say. */
export type ElectiveRecord = Scope & { student_rut: string; subject: string | null }

/** `weekday` 1 is Monday; what is no class is playtime, without a subject. */
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
  /** Null: the first day of its period. */
  held_on: string | null
  weight: number
}

/** Neither tenths (54 is 5,4) nor concept: pending. */
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

/** `date_late` by the school's clock: 'YYYY-MM-DD HH:MM'. */
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

/** Without a course it is for the whole school. `document` as the sheet names its file. */
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

/** By the name of their sheet, in the order in which they are written: each may refer to those before it. */
export type Records = {
  establecimientos: EstablishmentRecord
  periodos: PeriodRecord
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
/** Of any of the records. */
export type Field = { [Name in SheetName]: FieldOf<Name> }[SheetName]

export const sheetNames = [
  'establecimientos',
  'periodos',
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
 * `omitted`: fields that the file has no column for. An import leaves them as they are; of a row that is new they take
 * the record's value, which is that of an empty cell.
 */
export type Placed<R> = { place: RowLocation; record: R; omitted?: readonly Field[] }

/** How a file heads the columns of a sheet of the set, by our names of them. */
export type WrittenHeaders = ReadonlyMap<string, string>

/** Rows of one sheet that read well by themselves, all of one file where its headers are known. */
export type Batch = {
  [Name in SheetName]: { sheet: Name; rows: Placed<Records[Name]>[]; headers?: WrittenHeaders }
}[SheetName]
