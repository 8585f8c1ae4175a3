import type { ParentType } from '@apoderados/contract/profile'
import type { RowLocation } from '../../problems.ts'
import type { FieldOf, StudentRecord } from '../../sheetRecords.ts'

/**
 * Null marks an entry that was rejected with a reported problem; rows that refer to it are skipped without
 * another problem.
 */
type Known<T> = Map<string, T | null>

export type Session = {
  title: string
  isWholeYear: boolean
  parent: string
  year: number
  starts_on: string
  ends_on: string
}
export type SchoolClass = {
  location: RowLocation
  rbd: string
  year: number | null
  code: string
  /** The subject's name; it is a guess unless `isSubjectKnown`. */
  subject: string
  isSubjectKnown: boolean
  /** The last day of the class's terms; null if it has no terms. */
  ends_on: string | null
  /** '5° Básico' and 'A' of a homeroom; null for any other class. */
  course: { name: string; letter: string } | null
}
export type Person = Pick<StudentRecord, 'rut' | 'rut_dv' | 'name' | 'last_name' | 'second_last_name'>
/** A person, and the fields for which the file has no column. */
export type ReadPerson = { person: Person; omitted: 'name'[] }
export type Guardian = {
  location: RowLocation
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

/** The content of the files by id, collected while they are read. */
export type RosterIndex = {
  /** The RBD of each school. */
  schools: Known<string>
  sessions: Map<string, Session>
  refusedSessions: Set<string>
  courseTitles: Map<string, string>
  classes: Known<SchoolClass>
  roles: Map<string, { role: string; org: string }[]>
  users: Set<string>
  students: Known<ReadPerson & { location: RowLocation }>
  teachers: Known<Person>
  guardians: Known<Guardian>
  /** Links between a student and a guardian; either of the two may contain the link. */
  agents: { location: RowLocation; one: string; other: string }[]
  stays: Map<string, Stay[]>
  /** Students whose homeroom was rejected or not found; nothing further is reported about them. */
  studentsWithoutHomeroom: Set<string>
  /** The teacher of a class; `isKnown` is false if there are several and the file does not say which is the first. */
  teacherOf: Map<string, { teacher: string; isPrimary: boolean; isKnown: boolean }>
  /** The homerooms whose students are in a class, since a set does not say to which course a class belongs. */
  homeroomsOf: Map<string, Set<string>>
  /** The current and former students of each class that is not a homeroom. */
  classStudents: Map<string, { current: Set<string>; former: Set<string> }>
  /** Whether the enrollments have a column for their end date. */
  hasLastDays: boolean
  assessments: Known<{ code: string; class: string; rbd: string; year: number | null }>
  /** The scale of each class with results: numbers, unless all its results are concepts. */
  scaleOf: Map<string, 'number' | 'other'>
  /** Whether the results have a column for numbers. */
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
    studentsWithoutHomeroom: new Set(),
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

/**
 * The id of the semester or trimester of a session: the ancestor directly below the school year, or the session
 * itself. Undefined if there is none.
 */
export function periodOf({ sessions }: RosterIndex, id: string): string | undefined {
  let current = id
  for (let depth = 0; depth < NESTED_MAX; depth += 1) {
    const session = sessions.get(current)
    if (!session || session.isWholeYear) return undefined
    const parent = sessions.get(session.parent)
    if (!parent || parent.isWholeYear) return current
    current = session.parent
  }
  return undefined
}
