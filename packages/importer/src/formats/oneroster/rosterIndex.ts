import type { ParentType } from '@apoderados/contract/profile'
import type { FieldOf, Records, RowLocation } from '../../sheetRecords.ts'

/** Entries by id; null for one that was rejected with a problem: rows that refer to it are skipped without another. */
type EntriesById<T> = Map<string, T | null>

/** A row of academicSessions.csv: a school year, or a part of the session with the id `parent`. */
export type AcademicSession = {
  title: string
  isWholeYear: boolean
  parent: string
  year: number
  starts_on: string
  ends_on: string
}
/** A row of classes.csv: a homeroom, or a class of a subject. */
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
export type Person = Pick<Records['alumnos'], 'rut' | 'rut_dv' | 'name' | 'last_name' | 'second_last_name'>
/** A person, and the fields that the file does not state completely. */
export type ParsedPerson = { person: Person; omitted: 'name'[] }
/**
 * A guardian in users.csv. `document` is as in `PersonDocument`; `kinship` is null if the role does not state it;
 * `isEnabled` is false if the account in the roster's system is disabled.
 */
export type Guardian = {
  location: RowLocation
  document: string
  kinship: ParentType | null
  isEnabled: boolean
}
/** A student's enrollment in a homeroom. */
export type Stay = {
  homeroom: string
  enrolled_on: string | null
  withdrawn_on: string | null
  omitted: FieldOf<'alumnos'>[]
}

/** Creates an empty index of the content of the files, mostly by id. The readers of the files fill it. */
export const createRosterIndex = () => ({
  /** The RBDs of the schools, by the id of the school. */
  schools: new Map() as EntriesById<string>,
  sessions: new Map<string, AcademicSession>(),
  refusedSessions: new Set<string>(),
  courseTitles: new Map<string, string>(),
  classes: new Map() as EntriesById<SchoolClass>,
  roles: new Map<string, { role: string; org: string }[]>(),
  users: new Set<string>(),
  students: new Map() as EntriesById<ParsedPerson & { location: RowLocation }>,
  teachers: new Map() as EntriesById<Person>,
  guardians: new Map() as EntriesById<Guardian>,
  /** The links in the rows of users: `one` is the row's user, `other` the linked user. Either may be the student. */
  userLinks: [] as { location: RowLocation; one: string; other: string }[],
  stays: new Map<string, Stay[]>(),
  /** Students whose homeroom or enrollment was rejected, so that they are not reported for having no course. */
  studentsWithoutHomeroom: new Set<string>(),
  /** The teacher of each class of a subject; `isKnown` is false if it has several and no column `primary`. */
  teacherOf: new Map<string, { teacher: string; isPrimary: boolean; isKnown: boolean }>(),
  /** The homerooms of the students of each class that is not a homeroom: the set does not state a class's homeroom. */
  homeroomsOf: new Map<string, Set<string>>(),
  /** The current and former students of each class that is not a homeroom. */
  classStudents: new Map<string, { current: Set<string>; former: Set<string> }>(),
  /** Whether the enrollments have a column for their end date. */
  hasEndDates: false,
  assessments: new Map() as EntriesById<{ code: string; class: string; rbd: string; year: number | null }>,
  /** The scale of each class with results: 'other' if all its results are concepts such as 'MB'. */
  scaleOf: new Map<string, 'number' | 'other'>(),
  /** Whether the results have a column for numbers. */
  hasScores: false,
})
export type RosterIndex = ReturnType<typeof createRosterIndex>

/** At most this many sessions are followed upwards, because a file may contain a circle of parents. */
const SESSION_DEPTH_MAX = 10

/** Returns the id of a session's semester or trimester: the session or ancestor directly below the school year. */
export function periodIdOf({ sessions }: RosterIndex, id: string): string | undefined {
  let current = id
  for (let depth = 0; depth < SESSION_DEPTH_MAX; depth += 1) {
    const session = sessions.get(current)
    if (!session || session.isWholeYear) return undefined
    const parent = sessions.get(session.parent)
    if (!parent || parent.isWholeYear) return current
    current = session.parent
  }
  return undefined
}
