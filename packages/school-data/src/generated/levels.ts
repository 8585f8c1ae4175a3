import {
  assessmentNamesOf,
  type CoursePlan,
  electivesByGroup,
  type Slot,
  type Subject,
  subjectDefaults,
} from '../courses/course.ts'

/** A subject with its hours: `blocks` is the number of blocks of 90 minutes a week. Two half blocks share one block. */
export type PlannedSubject = Omit<Subject, 'code' | 'teacher'> & {
  code: string
  blocks: number
  /** True if the course's head teacher teaches the subject; specialists teach the others. */
  isOfHead: boolean
}
export type LevelPlan = readonly PlannedSubject[]

/** Returns the number of assessments per period of a subject with `blocks` blocks a week. */
const assessmentsPerPeriod = (blocks: number) => (blocks >= 3 ? 5 : blocks >= 1.5 ? 4 : 3)

const createSubject = (
  code: string,
  name: string,
  blocks: number,
  details: Partial<PlannedSubject> = {},
): PlannedSubject => ({
  ...subjectDefaults,
  code,
  name,
  scale_type: 'number',
  assessmentNames: assessmentNamesOf('knowledge'),
  blocks,
  isOfHead: false,
  assessments: assessmentsPerPeriod(blocks),
  ...details,
})
const headTeacherOptions = { isOfHead: true }
/** The options of a subject that has concepts as marks and is not counted in the average (Decreto 67, article 7). */
const conceptOptions = {
  scale_type: 'other',
  counts_in_average: false,
  assessmentNames: assessmentNamesOf('reflection'),
} as const

const guidance = (blocks: number) =>
  createSubject('ORI', 'Orientación', blocks, { ...conceptOptions, ...headTeacherOptions })
const religion = (blocks: number) => createSubject('REL', 'Religión', blocks, conceptOptions)
const sport = (blocks: number) => createSubject('EFS', 'Educación Física y Salud', blocks)
const workshop = (name: string, blocks: number) =>
  createSubject('TAL', name, blocks, { scale_type: null, counts_in_average: false })

const elective = (code: string, name: string, electiveGroup: number) =>
  createSubject(code, name, 3, { electiveGroup })

const lowerPrimary: LevelPlan = [
  createSubject('LEN', 'Lenguaje y Comunicación', 4, headTeacherOptions),
  createSubject('MAT', 'Matemática', 3, headTeacherOptions),
  createSubject('HIS', 'Historia, Geografía y Ciencias Sociales', 1.5, headTeacherOptions),
  createSubject('CNA', 'Ciencias Naturales', 1.5, headTeacherOptions),
  createSubject('ING', 'Inglés', 1),
  sport(2),
  createSubject('ART', 'Artes Visuales', 1),
  createSubject('MUS', 'Música', 1),
  workshop('Taller de Comprensión Lectora', 2),
  religion(1),
  createSubject('TEC', 'Tecnología', 0.5, headTeacherOptions),
  guidance(0.5),
]
const upperPrimary: LevelPlan = [
  createSubject('LEN', 'Lenguaje y Comunicación', 3),
  createSubject('MAT', 'Matemática', 3),
  createSubject('HIS', 'Historia, Geografía y Ciencias Sociales', 2),
  createSubject('CNA', 'Ciencias Naturales', 2),
  createSubject('ING', 'Inglés', 1.5),
  workshop('Taller Deportivo', 2.5),
  sport(1),
  createSubject('ART', 'Artes Visuales', 1),
  createSubject('MUS', 'Música', 1),
  religion(1),
  createSubject('TEC', 'Tecnología', 0.5),
  guidance(0.5),
]
const lowerSecondary: LevelPlan = [
  createSubject('LEN', 'Lengua y Literatura', 3),
  createSubject('MAT', 'Matemática', 3.5),
  guidance(0.5),
  createSubject('HIS', 'Historia, Geografía y Ciencias Sociales', 2),
  createSubject('ING', 'Inglés', 2),
  createSubject('BIO', 'Biología', 1),
  createSubject('FIS', 'Física', 1),
  createSubject('QUI', 'Química', 1),
  sport(1),
  createSubject('ART', 'Artes Visuales', 1),
  createSubject('TEC', 'Tecnología', 1),
  religion(1),
  workshop('Taller de Robótica', 1),
]
const upperSecondary: LevelPlan = [
  createSubject('LEN', 'Lengua y Literatura', 2),
  createSubject('MAT', 'Matemática', 2),
  createSubject('ECI', 'Educación Ciudadana', 1),
  createSubject('FIL', 'Filosofía', 1),
  createSubject('ING', 'Inglés', 1),
  createSubject('CPC', 'Ciencias para la Ciudadanía', 1),
  elective('PAD', 'Participación y Argumentación en Democracia', 1),
  elective('LIT', 'Taller de Literatura', 1),
  elective('PRO', 'Probabilidades y Estadística Descriptiva e Inferencial', 2),
  elective('CEL', 'Biología Celular y Molecular', 2),
  elective('GEO', 'Geografía, Territorio y Desafíos Socioambientales', 2),
  elective('SAL', 'Ciencias de la Salud', 3),
  elective('AUD', 'Artes Visuales, Audiovisuales y Multimediales', 3),
  sport(1),
  religion(0.5),
  guidance(0.5),
]

/**
 * A level of schooling: `teaching` and `grade` are the Ministry's codes of it, `prefix` begins the codes of its
 * courses, and `age` is the pupils' age in years on 1 April.
 */
export type Level = {
  name: string
  prefix: string
  teaching: number
  grade: number
  age: number
  plan: LevelPlan
}

export const levels: readonly Level[] = Array.from({ length: 12 }, (_, index) => {
  const isPrimary = index < 8
  const grade = isPrimary ? index + 1 : index - 7
  const plans = isPrimary ? [lowerPrimary, upperPrimary] : [lowerSecondary, upperSecondary]
  const isUpper = grade > (isPrimary ? 4 : 2)
  return {
    name: `${grade}° ${isPrimary ? 'Básico' : 'Medio'}`,
    prefix: `${grade}${isPrimary ? 'B' : 'M'}`,
    teaching: isPrimary ? 110 : 310,
    grade,
    age: 6 + index,
    plan: (isUpper ? plans[1] : plans[0]) as LevelPlan,
  }
})

const SCHOOL_DAYS_PER_WEEK = 5

/**
 * Returns a course's week. The lessons are dealt to the days one by one, in the order of the plan's subjects, so that a
 * subject has at most one lesson a day. The order begins at the lesson with the index `turn`.
 */
export function weekOf(plan: LevelPlan, turn: number): CoursePlan['week'] {
  const others = electivesByGroup(plan).flatMap((options) => options.slice(1))
  // The subject's name of each half block of the week, in the order of the plan; two in succession are a slot.
  const halves = plan
    .filter((planned) => !others.includes(planned))
    .flatMap(({ name, blocks }) => Array.from({ length: blocks * 2 }, () => name))
  const slots = Array.from({ length: halves.length / 2 }, (_, index): Slot => {
    const [first, second] = halves.slice(index * 2) as [string, string]
    return first === second ? first : [first, second]
  })
  return Array.from({ length: SCHOOL_DAYS_PER_WEEK }, (_, weekday) =>
    slots
      .map((_, index) => slots[(index + turn) % slots.length] as Slot)
      .filter((_, index) => index % SCHOOL_DAYS_PER_WEEK === weekday),
  )
}
