import type { ObservationPlace, ObservationType } from '@apoderados/contract/observations'

export type ObservationText = {
  event_type: ObservationType
  description: string
  observation: string
  /** The subject in whose class the teacher writes the observation. */
  subject?: string
  /** The key of the employee who writes the observation outside of class; without a key it is unsigned. */
  employee?: string
  where_is?: ObservationPlace
}

/** The author and the place of an observation that is made outside of class. */
type OutsideClass = Pick<ObservationText, 'employee' | 'where_is'>
export const counsellor: OutsideClass = { employee: 'counsellor', where_is: 'schoollife' }
export const inspector: OutsideClass = { employee: 'inspector', where_is: 'inspectorate' }
export const planner: OutsideClass = { employee: 'planner', where_is: 'utp' }

const texts: [type: ObservationType, description: string, observation: string, outside?: OutsideClass][] = [
  ['positive', 'Participación en clases', 'Aporta ideas y ejemplos propios durante la clase.'],
  ['positive', 'Responsabilidad', 'Presenta el trabajo completo y ordenado antes del plazo.'],
  ['positive', 'Compañerismo', 'Colabora en ordenar la biblioteca durante el recreo.', counsellor],
  ['negative', 'Uso de celular en clases', 'Usa el celular sin autorización; lo guarda al segundo llamado.'],
  ['negative', 'No entrega trabajo', 'No entrega el trabajo en la fecha acordada. Se da un nuevo plazo.'],
  [
    'negative',
    'Falta de respeto',
    'Se dirige de forma inadecuada a un compañero. Se conversa con ambos.',
    inspector,
  ],
  [
    'neutral',
    'Atención en enfermería',
    'Permanece quince minutos en enfermería y vuelve a clases.',
    inspector,
  ],
  ['neutral', 'Entrevista con apoderado', 'Se conversa sobre hábitos de estudio.', planner],
]

/**
 * The texts from which a pupil's observations are picked at random; the demo's prescribed pupils have their own. Those
 * with `inClass` are made in class, in a subject that is picked at random too.
 */
export const commonObservations = texts.map(
  ([event_type, description, observation, outside]): ObservationText & { inClass: boolean } => ({
    event_type,
    description,
    observation,
    ...outside,
    inClass: outside === undefined,
  }),
)
