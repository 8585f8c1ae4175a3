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
/** Observations that are drawn for all pupils. Those with `inClass` get the subject of a lesson. */
export const commonObservations: (ObservationText & { inClass: boolean })[] = [
  {
    inClass: true,
    event_type: 'positive',
    description: 'Participación en clases',
    observation: 'Aporta ideas y ejemplos propios durante la clase.',
  },
  {
    inClass: true,
    event_type: 'positive',
    description: 'Responsabilidad',
    observation: 'Presenta el trabajo completo y ordenado antes del plazo.',
  },
  {
    inClass: false,
    event_type: 'positive',
    description: 'Compañerismo',
    observation: 'Colabora en ordenar la biblioteca durante el recreo.',
    employee: 'counsellor',
    where_is: 'schoollife',
  },
  {
    inClass: true,
    event_type: 'negative',
    description: 'Uso de celular en clases',
    observation: 'Usa el celular sin autorización; lo guarda al segundo llamado.',
  },
  {
    inClass: true,
    event_type: 'negative',
    description: 'No entrega trabajo',
    observation: 'No entrega el trabajo en la fecha acordada. Se da un nuevo plazo.',
  },
  {
    inClass: false,
    event_type: 'negative',
    description: 'Falta de respeto',
    observation: 'Se dirige de forma inadecuada a un compañero. Se conversa con ambos.',
    employee: 'inspector',
    where_is: 'inspectorate',
  },
  {
    inClass: false,
    event_type: 'neutral',
    description: 'Atención en enfermería',
    observation: 'Permanece quince minutos en enfermería y vuelve a clases.',
    employee: 'inspector',
    where_is: 'inspectorate',
  },
  {
    inClass: false,
    event_type: 'neutral',
    description: 'Entrevista con apoderado',
    observation: 'Se conversa sobre hábitos de estudio.',
    employee: 'planner',
    where_is: 'utp',
  },
]
