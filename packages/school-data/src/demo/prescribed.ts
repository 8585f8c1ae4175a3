import { conceptMark, numberMark } from '../records/marks.ts'
import type { PrescribedRecords } from '../records/prescribedRecords.ts'

const martinaObservations: PrescribedRecords['observations'] = [
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

/** None of these observations is negative, so that the page of observations shows an empty section. */
const tomasObservations: PrescribedRecords['observations'] = [
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

/**
 * Martina's marks in Inglés in the current period, in tenths, the earliest first. After each mark, the average of the
 * marks up to it is below 4,0.
 */
const weakTenths = [38, 35, 41, 36, 40, 38]

export const martinaRecords: PrescribedRecords = {
  ability: 60,
  markOf({ subject, order }, isCurrentPeriod) {
    if (subject.name === 'Inglés') return numberMark((weakTenths[order] ?? 38) + (isCurrentPeriod ? 0 : 7))
    if (subject.name === 'Historia, Geografía y Cs. Sociales' && order === 0) return numberMark(38)
    return subject.name === 'Artes Visuales' && order === 0 ? null : undefined
  },
  absence: { rate: 0.08, phase: 0.3 },
  lateArrivals: [2, 8, 19, 34],
  observations: martinaObservations,
}

export const tomasRecords: PrescribedRecords = {
  ability: 48,
  markOf({ subject, order }, isCurrentPeriod) {
    if (subject.name === 'Tecnología' && isCurrentPeriod) return null
    return subject.name === 'Educación Física y Salud' && order === 0 ? conceptMark('EX') : undefined
  },
  // From the first class day on, his attendance is below the 85 % that a promotion to the next level requires.
  absence: { rate: 0.168, phase: 0.99 },
  lateArrivals: [1, 4, 9, 15, 26, 40],
  observations: tomasObservations,
}
