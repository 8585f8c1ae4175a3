import type { StaffKey } from './staff.ts'

/** What a course is graded on, in the order of a semester; `#` stands for the unit's number. */
const forms = {
  knowledge: [
    'Control',
    'Prueba Unidad #',
    'Trabajo grupal',
    'Guía evaluada',
    'Disertación',
    'Prueba de síntesis',
  ],
  language: [
    'Control de lectura',
    'Prueba Unidad #',
    'Producción de texto',
    'Exposición oral',
    'Control de lectura domiciliaria',
    'Prueba de síntesis',
  ],
  laboratory: [
    'Control',
    'Prueba Unidad #',
    'Informe de laboratorio',
    'Disertación',
    'Guía evaluada',
    'Prueba de síntesis',
  ],
  practice: [
    'Actividad de inicio',
    'Trabajo práctico #',
    'Bitácora',
    'Proyecto',
    'Presentación',
    'Autoevaluación',
  ],
  reflection: [
    'Participación',
    'Trabajo de reflexión',
    'Carpeta',
    'Trabajo grupal',
    'Exposición',
    'Autoevaluación',
  ],
} as const
type Form = keyof typeof forms

export type Subject = {
  name: string
  teacher: StaffKey
  scale_type: 'number' | 'other' | null
  forms: readonly string[]
  /** A semester's topics follow the other's, round and round. */
  topics: readonly string[]
  /** What to have in the bag. */
  bring: string | null
}

/** A lesson of a whole slot, or two that share it. */
export type Slot = string | readonly [string, string]
export type CoursePlan = {
  name: string
  letter: string
  subjects: readonly Subject[]
  /** Monday to Friday. */
  week: readonly (readonly Slot[])[]
  seed: number
}

export const numeric = (
  name: string,
  teacher: StaffKey,
  form: Form,
  topics: readonly string[],
  bring: string | null = null,
): Subject => ({ name, teacher, scale_type: 'number', forms: forms[form], topics, bring })

export const conceptual = (name: string, teacher: StaffKey, topics: readonly string[]): Subject => ({
  name,
  teacher,
  scale_type: 'other',
  forms: forms.reflection,
  topics,
  bring: null,
})

export const workshop = (name: string, teacher: StaffKey): Subject => ({
  name,
  teacher,
  scale_type: null,
  forms: [],
  topics: [],
  bring: null,
})
