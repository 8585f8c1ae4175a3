import type { ObservationPlace, ObservationType } from '@apoderados/contract/observations'
import type { StaffKey } from './staff.ts'

export type ObservationText = {
  event_type: ObservationType
  description: string
  observation: string
  /** Written by its teacher, in class. */
  subject?: string
  /** Who writes it out of class; none leaves it unsigned. */
  employee?: StaffKey
  where_is?: ObservationPlace
}
/** `offset`: class days back from the last. */
type Settled = ObservationText & { offset: number }

export const martinaObservations: Settled[] = [
  {
    offset: 2,
    event_type: 'positive',
    description: 'Responsabilidad',
    observation: 'Entrega todas sus actividades a tiempo durante el mes.',
    subject: 'Lenguaje y Comunicación',
  },
  {
    offset: 5,
    event_type: 'negative',
    description: 'Interrumpe la clase',
    observation: 'Conversa de manera reiterada pese a los llamados de atención.',
    subject: 'Inglés',
  },
  {
    offset: 9,
    event_type: 'neutral',
    description: 'Entrevista con apoderado',
    observation: 'Se informa el avance del semestre y se acuerda repasar inglés dos veces por semana.',
    employee: 'planner',
    where_is: 'utp',
  },
  {
    offset: 14,
    event_type: 'positive',
    description: 'Compañerismo',
    observation: 'Ayuda a un compañero nuevo a integrarse al grupo.',
    employee: 'counsellor',
    where_is: 'schoollife',
  },
  {
    offset: 21,
    event_type: 'negative',
    description: 'Sin materiales',
    observation: 'Se presenta sin flauta por segunda vez.',
    subject: 'Música',
  },
  {
    offset: 30,
    event_type: 'positive',
    description: 'Representa al colegio',
    observation: 'Participa en el encuentro comunal de lectura en voz alta.',
    where_is: 'address',
  },
]

/** None is negative: a section of the page stays empty. */
export const tomasObservations: Settled[] = [
  {
    offset: 3,
    event_type: 'neutral',
    description: 'Justificativo',
    observation: 'Apoderada informa licencia médica por tres días.',
    employee: 'inspector',
    where_is: 'inspectorate',
  },
  {
    offset: 11,
    event_type: 'positive',
    description: 'Participación en clases',
    observation: 'Explica en la pizarra la solución de un problema y responde preguntas del curso.',
    subject: 'Física',
  },
  {
    offset: 18,
    event_type: 'neutral',
    description: 'Citación de apoderado',
    observation: 'Se cita para conversar sobre la asistencia, que está bajo el 85 %.',
    employee: 'head',
    where_is: 'address',
  },
  {
    offset: 27,
    event_type: 'neutral',
    description: 'Retiro anticipado',
    observation: 'Se retira a las 12:30 h acompañado por su apoderado.',
    where_is: 'inspectorate',
  },
]

/** What the others' are drawn from; those in class get a subject. */
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
