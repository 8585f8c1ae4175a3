/** `blocks` of 90 minutes a week; the halves of two subjects share one. */
export type PlannedSubject = {
  code: string
  name: string
  blocks: number
  /** None is not assessed. */
  scale: 'numero' | 'concepto' | null
  /** Of the course's head teacher; the others are taught by a specialist. */
  isOfHead: boolean
  counts: boolean
  /** Of an elective: which of the hours for electives it has, from 1. A pupil takes one of those at each. */
  electiveHours: number | null
}
export type Plan = readonly PlannedSubject[]

type Details = Partial<Pick<PlannedSubject, 'scale' | 'isOfHead' | 'counts' | 'electiveHours'>>
const subject = (code: string, name: string, blocks: number, details: Details = {}): PlannedSubject => ({
  code,
  name,
  blocks,
  scale: 'numero',
  isOfHead: false,
  counts: true,
  electiveHours: null,
  ...details,
})
const ofHead = { isOfHead: true }
/** Kept out of the average (Decreto 67, article 7). */
const concept = { scale: 'concepto', counts: false } as const

const guidance = (blocks: number) => subject('ORI', 'Orientación', blocks, { ...concept, ...ofHead })
const religion = (blocks: number) => subject('REL', 'Religión', blocks, concept)
const sport = (blocks: number) => subject('EFS', 'Educación Física y Salud', blocks)
const workshop = (name: string, blocks: number) =>
  subject('TAL', name, blocks, { scale: null, counts: false })

const elective = (code: string, name: string, electiveHours: number) =>
  subject(code, name, 3, { electiveHours })

const lowerPrimary: Plan = [
  subject('LEN', 'Lenguaje y Comunicación', 4, ofHead),
  subject('MAT', 'Matemática', 3, ofHead),
  subject('HIS', 'Historia, Geografía y Ciencias Sociales', 1.5, ofHead),
  subject('CNA', 'Ciencias Naturales', 1.5, ofHead),
  subject('ING', 'Inglés', 1),
  sport(2),
  subject('ART', 'Artes Visuales', 1),
  subject('MUS', 'Música', 1),
  workshop('Taller de Comprensión Lectora', 2),
  religion(1),
  subject('TEC', 'Tecnología', 0.5, ofHead),
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

/** A year of school as the Ministry's codes name it. `age` in years at its start. */
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
