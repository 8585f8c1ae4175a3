import type { Closure } from '@apoderados/contract/values/daysOff'
import type { Period } from '../calendar/calendar.ts'
import type { Employee, Subject } from '../courses/course.ts'
import type { Block } from '../courses/timetable.ts'
import type { Guardian, Link } from '../people/households.ts'
import type { Pupil } from '../people/pupils.ts'
import type { AgendaEvent } from '../records/agendaEvent.ts'
import type { Assessment } from '../records/assessments.ts'
import type { LateArrival } from '../records/lateArrivals.ts'
import type { Mark } from '../records/marks.ts'
import type { Observation } from '../records/observations.ts'
import type { PupilRecords } from '../records/pupilRecords.ts'
import type { School } from '../school.ts'

type SchoolRow = { establishment_id: number }
type NumberedRow = SchoolRow & { id: number }
type EnrollmentRow = SchoolRow & { enrollment_id: number }
type Rut = { rut: string | null; rut_dv: string | null }
type PersonName = 'name' | 'last_name' | 'second_last_name'

/** The rows of each table. A table comes after the tables that it references. Days are `YYYY-MM-DD`, times `HH:MM`. */
export type Rows = {
  establishments: (Pick<School, 'name' | 'address' | 'phone'> & {
    id: number
    rbd: string
    insign_id: string
  })[]
  parents: (Rut &
    Omit<Guardian, 'document' | 'isNew'> & {
      id: number
      foreign_document: string | null
      password_changed: boolean
      account_confirmed: boolean
    })[]
  students: (NumberedRow &
    Rut &
    Pick<Pupil, PersonName | 'social_name' | 'shows_social_name' | 'birthday' | 'gender'>)[]
  courses: (NumberedRow & { year: number; code: string | null; name: string; letter: string })[]
  enrollments: (NumberedRow &
    Pick<Pupil, 'shares_photo' | 'enrolled_on' | 'withdrawn_on'> & {
      student_id: number
      course_id: number
      year: number
      list_number: number
      photo_id: string | null
    })[]
  studentParents: (SchoolRow &
    Pick<Link, 'parent_type' | 'other_type' | 'financial_proxy' | 'no_access_reason'> & {
      student_id: number
      parent_id: number
      has_access: boolean
    })[]
  employees: (NumberedRow & Rut & Pick<Employee, PersonName>)[]
  courseSubjects: (NumberedRow &
    Pick<Subject, 'code' | 'name' | 'scale_type' | 'counts_in_average'> & {
      course_id: number
      position: number
      is_elective: boolean
      employee_id: number | null
    })[]
  electiveEnrollments: (EnrollmentRow & { course_subject_id: number })[]
  subPeriods: (NumberedRow & Omit<Period, 'classDays'> & { year: number })[]
  closures: (SchoolRow & Closure)[]
  assessments: (NumberedRow &
    Pick<Assessment, 'held_on' | 'name' | 'description'> & {
      course_subject_id: number
      sub_period_id: number
    })[]
  grades: (EnrollmentRow & Mark & { assessment_id: number })[]
  attendance: (EnrollmentRow & PupilRecords['attendance'][number])[]
  /** `date_late` is in the school's local time: '2026-04-01 08:17'. */
  arrears: (EnrollmentRow & Pick<LateArrival, 'status' | 'observation'> & { id: number; date_late: string })[]
  observations: (EnrollmentRow &
    Omit<Observation, 'subject' | 'author'> & {
      id: number
      employee_id: number | null
      course_subject_id: number | null
      in_class: boolean
    })[]
  blocks: (NumberedRow & Omit<Block, 'subject'> & { course_id: number; course_subject_id: number | null })[]
  events: (NumberedRow &
    Omit<AgendaEvent, 'subject' | 'document'> & {
      course_id: number | null
      course_subject_id: number | null
      document_id: string | null
      document_name: string | null
    })[]
}

export const emptyRows = (): Rows => ({
  ...{ establishments: [], parents: [], students: [], courses: [], enrollments: [], studentParents: [] },
  ...{ employees: [], courseSubjects: [], electiveEnrollments: [], subPeriods: [], closures: [] },
  ...{ assessments: [], grades: [], attendance: [], arrears: [], observations: [], blocks: [], events: [] },
})
