import type { ParentType } from '@apoderados/contract/profile'
import type { RowLocation } from '../../problems.ts'
import type { FieldOf, StudentRecord } from '../../sheetRecords.ts'

/** Null stands for what was refused, and told: what refers to it is left out without another word. */
type Known<T> = Map<string, T | null>

export type Session = {
  title: string
  isYear: boolean
  parent: string
  year: number
  starts_on: string
  ends_on: string
}
export type SchoolClass = {
  place: RowLocation
  rbd: string
  year: number | null
  code: string
  /** What its subject is called; unknown where the files lack the title that is meant. */
  subject: string
  isSubjectKnown: boolean
  /** The last day of its terms; null where it names none. */
  ends_on: string | null
  /** '5° Básico' and 'A', of a homeroom. */
  course: { name: string; letter: string } | null
}
export type Person = Pick<StudentRecord, 'rut' | 'rut_dv' | 'name' | 'last_name' | 'second_last_name'>
/** With what its file has no column for. */
export type ReadPerson = { person: Person; omitted: 'name'[] }
export type Guardian = {
  place: RowLocation
  document: string
  kinship: ParentType | null
  isEnabled: boolean
}
/** A student's time in a homeroom. */
export type Stay = {
  homeroom: string
  enrolled_on: string | null
  withdrawn_on: string | null
  omitted: FieldOf<'alumnos'>[]
}

/** What the files say of each other by their ids, gathered while they are read. */
export type RosterIndex = {
  /** RBD. */
  schools: Known<string>
  sessions: Map<string, Session>
  refusedSessions: Set<string>
  courseTitles: Map<string, string>
  classes: Known<SchoolClass>
  roles: Map<string, { role: string; org: string }[]>
  users: Set<string>
  students: Known<ReadPerson & { place: RowLocation }>
  teachers: Known<Person>
  guardians: Known<Guardian>
  /** As either side names the other. */
  agents: { place: RowLocation; one: string; other: string }[]
  stays: Map<string, Stay[]>
  /** Students of a homeroom that was refused, or not found: what becomes of them is no further problem. */
  displaced: Set<string>
  /** Who gives a class; unknown where several do and the file does not say who is the first of them. */
  teacherOf: Map<string, { teacher: string; isPrimary: boolean; isKnown: boolean }>
  /** Whose students sit in a class: a set holds no other word of what course it is of. */
  homeroomsOf: Map<string, Set<string>>
  /** Of each class that is no homeroom, its students and those whose enrolment in it has ended. */
  classStudents: Map<string, { current: Set<string>; former: Set<string> }>
  /** The enrolments have a column for their last day. */
  hasLastDays: boolean
  assessments: Known<{ code: string; class: string; rbd: string; year: number | null }>
  /** On what a class with results is graded: numbers, unless all of them are concepts. */
  scaleOf: Map<string, 'number' | 'other'>
  /** The results have a column for numbers. */
  hasScores: boolean
}

export const createIndex = (): RosterIndex => ({
  ...{
    schools: new Map(),
    sessions: new Map(),
    refusedSessions: new Set(),
    courseTitles: new Map(),
    classes: new Map(),
    roles: new Map(),
  },
  ...{
    users: new Set(),
    students: new Map(),
    teachers: new Map(),
    guardians: new Map(),
    agents: [],
    stays: new Map(),
    displaced: new Set(),
  },
  ...{
    teacherOf: new Map(),
    homeroomsOf: new Map(),
    classStudents: new Map(),
    assessments: new Map(),
    scaleOf: new Map(),
  },
  hasScores: false,
  hasLastDays: false,
})

const NESTED_MAX = 10

/** The semester or trimester that a session is, or lies in: the one right below the school year. */
export function periodOf({ sessions }: RosterIndex, id: string): string | undefined {
  let current = id
  for (let depth = 0; depth < NESTED_MAX; depth += 1) {
    const session = sessions.get(current)
    if (!session || session.isYear) return undefined
    const parent = sessions.get(session.parent)
    if (!parent || parent.isYear) return current
    current = session.parent
  }
  return undefined
}
