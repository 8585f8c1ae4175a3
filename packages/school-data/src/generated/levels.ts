import {
  assessmentNames,
  type CoursePlan,
  electivesByGroup,
  numericSubject,
  type Slot,
  type Subject,
} from '../courses/course.ts'

/** `blocks` counts blocks of 90 minutes a week; half blocks of two subjects share one. */
export type PlannedSubject = Omit<Subject, 'code' | 'teacher'> & {
  code: string
  blocks: number
  /** True if the course's head teacher teaches the subject; specialists teach the others. */
  isOfHead: boolean
}
export type Plan = readonly PlannedSubject[]

/** Returns the number of assessments per period. */
const assessmentsOf = (blocks: number) => (blocks >= 3 ? 5 : blocks >= 1.5 ? 4 : 3)

const subject = (
  code: string,
  name: string,
  blocks: number,
  details: Partial<PlannedSubject> = {},
): PlannedSubject => {
  const { teacher, ...subjectFields } = numericSubject(name, '', 'knowledge', [])
  return { ...subjectFields, code, blocks, isOfHead: false, assessments: assessmentsOf(blocks), ...details }
}
const taughtByHead = { isOfHead: true }
/** Options of subjects that are not counted in the average (Decreto 67, article 7). */
const conceptOptions = {
  scale_type: 'other',
  counts_in_average: false,
  assessmentNames: assessmentNames.reflection,
} as const

const guidance = (blocks: number) =>
  subject('ORI', 'Orientación', blocks, { ...conceptOptions, ...taughtByHead })
const religion = (blocks: number) => subject('REL', 'Religión', blocks, conceptOptions)
const sport = (blocks: number) => subject('EFS', 'Educación Física y Salud', blocks)
const workshop = (name: string, blocks: number) =>
  subject('TAL', name, blocks, { scale_type: null, counts_in_average: false })

const elective = (code: string, name: string, electiveGroup: number) =>
  subject(code, name, 3, { electiveGroup })

const lowerPrimary: Plan = [
  subject('LEN', 'Lenguaje y Comunicación', 4, taughtByHead),
  subject('MAT', 'Matemática', 3, taughtByHead),
  subject('HIS', 'Historia, Geografía y Ciencias Sociales', 1.5, taughtByHead),
  subject('CNA', 'Ciencias Naturales', 1.5, taughtByHead),
  subject('ING', 'Inglés', 1),
  sport(2),
  subject('ART', 'Artes Visuales', 1),
  subject('MUS', 'Música', 1),
  workshop('Taller de Comprensión Lectora', 2),
  religion(1),
  subject('TEC', 'Tecnología', 0.5, taughtByHead),
  guidance(0.5),
]
const upperPrimary: Plan = [
  subject('LEN', 'Lenguaje y Comunicación', 3),
  subject('MAT', 'Matemática', 3),
  subject('HIS', 'Historia, Geografía y Ciencias Sociales', 2),
  subject('CNA', 'Ciencias Naturales', 2),
  subject('ING', 'Inglés', 1.5),
  workshop('Taller Deportivo', 2.5),
  sport(1),
  subject('ART', 'Artes Visuales', 1),
  subject('MUS', 'Música', 1),
  religion(1),
  subject('TEC', 'Tecnología', 0.5),
  guidance(0.5),
]
const lowerSecondary: Plan = [
  subject('LEN', 'Lengua y Literatura', 3),
  subject('MAT', 'Matemática', 3.5),
  guidance(0.5),
  subject('HIS', 'Historia, Geografía y Ciencias Sociales', 2),
  subject('ING', 'Inglés', 2),
  subject('BIO', 'Biología', 1),
  subject('FIS', 'Física', 1),
  subject('QUI', 'Química', 1),
  sport(1),
  subject('ART', 'Artes Visuales', 1),
  subject('TEC', 'Tecnología', 1),
  religion(1),
  workshop('Taller de Robótica', 1),
]
const upperSecondary: Plan = [
  subject('LEN', 'Lengua y Literatura', 2),
  subject('MAT', 'Matemática', 2),
  subject('ECI', 'Educación Ciudadana', 1),
  subject('FIL', 'Filosofía', 1),
  subject('ING', 'Inglés', 1),
  subject('CPC', 'Ciencias para la Ciudadanía', 1),
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

/** A school level with the Ministry's codes. `age` is the pupils' age in years at the start of the school year. */
export type Level = {
  name: string
  prefix: string
  teaching: number
  grade: number
  age: number
  plan: Plan
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
    plan: (isUpper ? plans[1] : plans[0]) as Plan,
  }
})

const WEEKDAYS = 5

/** Returns a course's week. `turn` varies the order. A subject's lessons are on consecutive days. */
export function weekOf(plan: Plan, turn: number): CoursePlan['week'] {
  const others = electivesByGroup(plan).flatMap((options) => options.slice(1))
  // The week's blocks in the order of the plan; two subjects with half a block share one.
  const halves = plan
    .filter((planned) => !others.includes(planned))
    .flatMap(({ name, blocks }) => Array.from({ length: blocks * 2 }, () => name))
  const slots = Array.from({ length: halves.length / 2 }, (_, index): Slot => {
    const [first, second] = halves.slice(index * 2) as [string, string]
    return first === second ? first : [first, second]
  })
  return Array.from({ length: WEEKDAYS }, (_, weekday) =>
    slots
      .map((_, index) => slots[(index + turn) % slots.length] as Slot)
      .filter((_, index) => index % WEEKDAYS === weekday),
  )
}
