import type { ArrearStatus } from '@apoderados/contract/attendance'
import type { ObservationPlace, ObservationType } from '@apoderados/contract/observations'
import type { ParentType } from '@apoderados/contract/profile'

type SchoolRow = { establishment_id: number }
type NumberedRow = SchoolRow & { id: number }
type EnrollmentRow = SchoolRow & { enrollment_id: number }
type Person = { name: string; last_name: string; second_last_name: string | null }
type Rut = { rut: string | null; rut_dv: string | null }

/** The rows of each table. A table comes after the tables that it references. Days are `YYYY-MM-DD`, times `HH:MM`. */
export type Rows = {
  establishments: {
    id: number
    name: string
    rbd: string
    address: string
    phone: string | null
    insign_id: string
  }[]
  parents: (Rut & {
    id: number
    email: string
    name: string
    last_name: string
    phone: string | null
    foreign_document: string | null
    permission: string
    shares_phone: boolean
    shares_email: boolean
    password_changed: boolean
    account_confirmed: boolean
  })[]
  students: (NumberedRow &
    Person &
    Rut & { social_name: string | null; shows_social_name: boolean; birthday: string; gender: string })[]
  courses: (NumberedRow & { year: number; code: string | null; name: string; letter: string })[]
  enrollments: (NumberedRow & {
    student_id: number
    course_id: number
    year: number
    list_number: number
    photo_id: string | null
    shares_photo: boolean
    enrolled_on: string
    withdrawn_on: string | null
  })[]
  studentParents: (SchoolRow & {
    student_id: number
    parent_id: number
    parent_type: ParentType
    other_type: string | null
    financial_proxy: boolean
    has_access: boolean
    no_access_reason: string | null
  })[]
  employees: (NumberedRow & Person & Rut)[]
  courseSubjects: (NumberedRow & {
    course_id: number
    code: string | null
    position: number
    name: string
    scale_type: 'number' | 'other' | null
    counts_in_average: boolean
    is_elective: boolean
    employee_id: number | null
  })[]
  electiveEnrollments: (EnrollmentRow & { course_subject_id: number })[]
  subPeriods: (NumberedRow & { year: number; name: string; starts_on: string; ends_on: string })[]
  closures: (SchoolRow & { starts_on: string; ends_on: string; name: string })[]
  assessments: (NumberedRow & {
    course_subject_id: number
    sub_period_id: number
    held_on: string
    name: string
    description: string
  })[]
  grades: (EnrollmentRow & { assessment_id: number; tenths: number | null; concept: string | null })[]
  attendance: (EnrollmentRow & { day: string; status: 'present' | 'absent' | 'late' })[]
  /** `date_late` is in the school's local time: '2026-04-01 08:17'. */
  arrears: (EnrollmentRow & {
    id: number
    date_late: string
    status: ArrearStatus
    observation: string | null
  })[]
  observations: (EnrollmentRow & {
    id: number
    date: string
    event_type: ObservationType
    description: string
    observation: string
    employee_id: number | null
    course_subject_id: number | null
    in_class: boolean
    where_is: ObservationPlace | null
  })[]
  blocks: (NumberedRow & {
    course_id: number
    weekday: number
    starts_at: string
    ends_at: string
    course_subject_id: number | null
  })[]
  events: (NumberedRow & {
    course_id: number | null
    course_subject_id: number | null
    day: string
    time: string | null
    title: string | null
    description: string | null
    content: string | null
    document_id: string | null
    document_name: string | null
  })[]
}

export const emptyRows = (): Rows => ({
  ...{ establishments: [], parents: [], students: [], courses: [], enrollments: [], studentParents: [] },
  ...{ employees: [], courseSubjects: [], electiveEnrollments: [], subPeriods: [], closures: [] },
  ...{ assessments: [], grades: [], attendance: [], arrears: [], observations: [], blocks: [], events: [] },
})
