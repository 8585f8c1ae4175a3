import type { OfficialNumber } from '../people/numbers.ts'
import type { Pupil } from '../people/pupils.ts'

export type Employee = {
  name: string
  last_name: string
  second_last_name: string | null
  run: OfficialNumber | null
}

const splitList = (text: string): readonly string[] => text.split(', ')

/** The names of a period's assessments, in order, by kind of subject; `#` is replaced by the unit's number. */
export const assessmentNames = {
  knowledge: splitList(
    'Control, Prueba Unidad #, Trabajo grupal, Guía evaluada, Disertación, Prueba de síntesis',
  ),
  language: splitList(
    'Control de lectura, Prueba Unidad #, Producción de texto, Exposición oral, Control de lectura domiciliaria, Prueba de síntesis',
  ),
  laboratory: splitList(
    'Control, Prueba Unidad #, Informe de laboratorio, Disertación, Guía evaluada, Prueba de síntesis',
  ),
  practice: splitList(
    'Actividad de inicio, Trabajo práctico #, Bitácora, Proyecto, Presentación, Autoevaluación',
  ),
  reflection: splitList(
    'Participación, Trabajo de reflexión, Carpeta, Trabajo grupal, Exposición, Autoevaluación',
  ),
}
type SubjectKind = keyof typeof assessmentNames

export type Subject = {
  /** The school's code of the subject; null if the school has no codes. */
  code: string | null
  name: string
  /** The key of the teacher in the school's staff. */
  teacher: string
  /** The kind of marks: numbers, or concepts such as 'MB' (`other`); null if the subject is not assessed. */
  scale_type: 'number' | 'other' | null
  counts_in_average: boolean
  /**
   * The number, from 1, of the group of electives that are taught at the same hours; null for a subject that is no
   * elective. A pupil takes one elective of each group.
   */
  electiveGroup: number | null
  assessmentNames: readonly string[]
  /** The number of assessments per period; random if undefined. */
  assessments?: number
  /**
   * The topics of the school year in order. The assessments of a period use six of them; after the last topic they
   * begin again with the first.
   */
  topics: readonly string[]
  /** The sentence that asks pupils to bring materials: 'Traer calculadora científica.'; null if they bring none. */
  bring: string | null
}

/**
 * A lesson of the timetable: the name of its subject, or the two names if two subjects share the lesson. A lesson of
 * electives, which are taught at the same hour, has the name of their group's first one.
 */
export type Slot = string | readonly [string, string]
export type CoursePlan = {
  code: string | null
  /** The name without the letter: '5° Básico'. */
  name: string
  letter: string
  subjects: readonly Subject[]
  /** The lessons of each day, from Monday to Friday. */
  week: readonly (readonly Slot[])[]
  seed: number
}
export type Course = CoursePlan & {
  /** The pupils in the order in which their rows are written; in the demo, those of `fixedPupils` are first. */
  pupils: Pupil[]
  listNumbers: Map<Pupil, number>
}

const subjectDefaults = { code: null, counts_in_average: true, electiveGroup: null, topics: [], bring: null }

export const numericSubject = (
  name: string,
  teacher: string,
  kind: SubjectKind,
  topics: readonly string[],
  bring: string | null = null,
): Subject => ({
  ...subjectDefaults,
  name,
  teacher,
  scale_type: 'number',
  assessmentNames: assessmentNames[kind],
  topics,
  bring,
})

export const conceptSubject = (name: string, teacher: string, topics: readonly string[]): Subject => ({
  ...subjectDefaults,
  name,
  teacher,
  scale_type: 'other',
  assessmentNames: assessmentNames.reflection,
  topics,
})

export const workshopSubject = (name: string, teacher: string): Subject => ({
  ...subjectDefaults,
  name,
  teacher,
  scale_type: null,
  assessmentNames: [],
})

export const isAssessed = ({ scale_type }: Subject) => scale_type !== null

/** Returns an array of electives for each group. */
export const electivesByGroup = <S extends Pick<Subject, 'electiveGroup'>>(subjects: readonly S[]): S[][] => [
  ...Map.groupBy(
    subjects.filter(({ electiveGroup }) => electiveGroup !== null),
    ({ electiveGroup }) => electiveGroup,
  ).values(),
]

/** Returns the course's subjects without the electives that the pupil does not take. */
export const subjectsOf = ({ subjects }: CoursePlan, { electives }: Pupil): Subject[] =>
  subjects.filter(({ electiveGroup, name }) => electiveGroup === null || electives.includes(name))
