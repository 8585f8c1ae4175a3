import type { OfficialNumber } from '../people/numbers.ts'

export type Employee = {
  name: string
  last_name: string
  second_last_name: string | null
  run: OfficialNumber | null
}

/** The names of a period's assessments, in order, by kind of subject; `#` is replaced by the unit's number. */
const assessmentNames = {
  knowledge: 'Control, Prueba Unidad #, Trabajo grupal, Guía evaluada, Disertación, Prueba de síntesis',
  language:
    'Control de lectura, Prueba Unidad #, Producción de texto, Exposición oral, Control de lectura domiciliaria, Prueba de síntesis',
  laboratory:
    'Control, Prueba Unidad #, Informe de laboratorio, Disertación, Guía evaluada, Prueba de síntesis',
  practice: 'Actividad de inicio, Trabajo práctico #, Bitácora, Proyecto, Presentación, Autoevaluación',
  reflection: 'Participación, Trabajo de reflexión, Carpeta, Trabajo grupal, Exposición, Autoevaluación',
}
type SubjectKind = keyof typeof assessmentNames

export const assessmentNamesOf = (kind: SubjectKind): readonly string[] => assessmentNames[kind].split(', ')

export type Subject = {
  /** The school's code of the subject; null if the school has no codes. */
  code: string | null
  name: string
  /** The key of the teacher in the school's staff. */
  teacher: string
  /** The kind of marks: numbers, or concepts such as 'MB' (`other`); null if the subject is not assessed. */
  scale_type: 'number' | 'other' | null
  counts_in_average: boolean
  /** Electives of one group, numbered from 1, share their hours, and a pupil takes one of them; null if no elective. */
  electiveGroup: number | null
  assessmentNames: readonly string[]
  /** The number of assessments per period; random if undefined. */
  assessments?: number
  /** In the order of the school year. A period's assessments use six; after the last topic the first one follows. */
  topics: readonly string[]
  /** The sentence that asks pupils to bring materials: 'Traer calculadora científica.'; null if they bring none. */
  bring: string | null
}

/** A lesson: the name of its subject, or two names if two share it; of parallel electives, the first one's name. */
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
export const subjectDefaults = {
  code: null,
  counts_in_average: true,
  electiveGroup: null,
  topics: [],
  bring: null,
}

export const workshopSubject = (name: string, teacher: string): Subject => ({
  ...subjectDefaults,
  name,
  teacher,
  scale_type: null,
  assessmentNames: [],
})

export const numericSubject = (
  name: string,
  teacher: string,
  kind: SubjectKind,
  topics: readonly string[],
): Subject => ({
  ...subjectDefaults,
  name,
  teacher,
  scale_type: 'number',
  assessmentNames: assessmentNamesOf(kind),
  topics,
})

/** Defines a numeric subject for which the pupils bring materials; `bring` is the sentence that asks for them. */
export const subjectWithMaterials = (
  name: string,
  teacher: string,
  kind: SubjectKind,
  bring: string,
  topics: readonly string[],
): Subject => ({ ...numericSubject(name, teacher, kind, topics), bring })

export const conceptSubject = (name: string, teacher: string, topics: readonly string[]): Subject => ({
  ...numericSubject(name, teacher, 'reflection', topics),
  scale_type: 'other',
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
export const subjectsOf = (
  { subjects }: CoursePlan,
  { electives }: { electives: readonly string[] },
): Subject[] =>
  subjects.filter(({ electiveGroup, name }) => electiveGroup === null || electives.includes(name))
