import type { Closure } from '@apoderados/contract/values/daysOff'
import type { Period } from '../calendar/calendar.ts'
import type { Employee, Subject } from '../courses/course.ts'
import type { Block } from '../courses/timetable.ts'
import type { Guardian, Link } from '../people/households.ts'
import type { Pupil } from '../people/pupils.ts'
import type { AgendaEvent } from '../records/agendaEvent.ts'
import type { Assessment, Mark } from '../records/assessments.ts'
import type { LateArrival } from '../records/lateArrivals.ts'
import type { Observation } from '../records/observations.ts'
import type { PupilRecords } from '../records/pupilRecords.ts'
import type { School } from '../school.ts'

type RowOfSchool = { establishment_id: number }
type RowWithId = RowOfSchool & { id: number }
type RowOfEnrollment = RowOfSchool & { enrollment_id: number }
type RutFields = { rut: string | null; rut_dv: string | null }
type PersonNameField = 'name' | 'last_name' | 'second_last_name'

/** The rows of each table. A table comes after the tables that it references. Days are `YYYY-MM-DD`, times `HH:MM`. */
export type Rows = {
  establishments: (Pick<School, 'name' | 'address' | 'phone'> & {
    id: number
    rbd: string
    insign_id: string
  })[]
  parents: (RutFields &
    Omit<Guardian, 'document' | 'isNew'> & {
      id: number
      foreign_document: string | null
      password_changed: boolean
      account_confirmed: boolean
    })[]
  students: (RowWithId &
    RutFields &
    Pick<Pupil, PersonNameField | 'social_name' | 'shows_social_name' | 'birthday' | 'gender'>)[]
  courses: (RowWithId & { year: number; code: string | null; name: string; letter: string })[]
  enrollments: (RowWithId &
    Pick<Pupil, 'shares_photo' | 'enrolled_on' | 'withdrawn_on'> & {
      student_id: number
      course_id: number
      year: number
      list_number: number
      photo_id: string | null
    })[]
  studentParents: (RowOfSchool &
    Pick<Link, 'parent_type' | 'other_type' | 'financial_proxy' | 'no_access_reason'> & {
      student_id: number
      parent_id: number
      has_access: boolean
    })[]
  employees: (RowWithId & RutFields & Pick<Employee, PersonNameField>)[]
  courseSubjects: (RowWithId &
    Pick<Subject, 'code' | 'name' | 'scale_type' | 'counts_in_average'> & {
      course_id: number
      position: number
      is_elective: boolean
      employee_id: number | null
    })[]
  electiveEnrollments: (RowOfEnrollment & { course_subject_id: number })[]
  subPeriods: (RowWithId & Omit<Period, 'classDays'> & { year: number })[]
  closures: (RowOfSchool & Closure)[]
  assessments: (RowWithId &
    Pick<Assessment, 'held_on' | 'name' | 'description'> & {
      course_subject_id: number
      sub_period_id: number
    })[]
  grades: (RowOfEnrollment & Mark & { assessment_id: number })[]
  attendance: (RowOfEnrollment & PupilRecords['attendance'][number])[]
  /** `date_late` is in the school's local time: '2026-04-01 08:17'. */
  arrears: (RowOfEnrollment &
    Pick<LateArrival, 'status' | 'observation'> & { id: number; date_late: string })[]
  observations: (RowOfEnrollment &
    Omit<Observation, 'subject' | 'author'> & {
      id: number
      employee_id: number | null
      course_subject_id: number | null
      in_class: boolean
    })[]
  blocks: (RowWithId & Omit<Block, 'subject'> & { course_id: number; course_subject_id: number | null })[]
  events: (RowWithId &
    Omit<AgendaEvent, 'subject' | 'document'> & {
      course_id: number | null
      course_subject_id: number | null
      document_id: string | null
      document_name: string | null
    })[]
}

export const emptyRows = (): Rows => ({
  establishments: [],
  parents: [],
  students: [],
  courses: [],
  enrollments: [],
  studentParents: [],
  employees: [],
  courseSubjects: [],
  electiveEnrollments: [],
  subPeriods: [],
  closures: [],
  assessments: [],
  grades: [],
  attendance: [],
  arrears: [],
  observations: [],
  blocks: [],
  events: [],
})
