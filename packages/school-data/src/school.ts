import type { Closure } from '@apoderados/contract/values/daysOff'
import type { Period } from './calendar/calendar.ts'
import type { Employee } from './courses/course.ts'
import type { OfficialNumber } from './people/numbers.ts'
import type { Course } from './people/pupils.ts'
import type { AgendaEvent } from './records/agendaEvent.ts'
import type { Assessment } from './records/assessments.ts'
import type { PupilRecords } from './records/pupilRecords.ts'

/** A school with its courses and people, but without assessments, grades, attendance and other records. */
export type School = {
  rbd: OfficialNumber
  name: string
  address: string
  phone: string | null
  year: number
  periods: readonly Period[]
  closures: readonly Closure[]
  courses: Course[]
  /** The employees, by the keys with which subjects and observations name them. */
  staff: Map<string, Employee>
}

/** The assessments of a course, the records of its pupils up to the day for which they are drawn, and its agenda. */
export type CourseRecords = { assessments: Assessment[]; ofPupils: PupilRecords[]; events: AgendaEvent[] }
