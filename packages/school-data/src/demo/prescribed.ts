import type { ObservationType } from '@apoderados/contract/observations'
import { conceptMark, numberMark } from '../records/assessments.ts'
import type { PrescribedRecords } from '../records/prescribedRecords.ts'
import { counsellor, inspector, type ObservationText, planner } from '../text/observationTexts.ts'

type ObservationDetails = Pick<ObservationText, 'subject' | 'employee' | 'where_is'>

/** Returns a function that defines an observation of the type. `PrescribedRecords` explains `offset`. */
const observationOf =
  (event_type: ObservationType) =>
  (offset: number, description: string, observation: string, details: ObservationDetails) => ({
    offset,
    event_type,
    description,
    observation,
    ...details,
  })
const positive = observationOf('positive')
const negative = observationOf('negative')
const neutral = observationOf('neutral')

const martinaObservations: PrescribedRecords['observations'] = [
  positive(2, 'Responsabilidad', 'Entrega todas sus actividades a tiempo durante el mes.', {
    subject: 'Lenguaje y Comunicación',
  }),
  negative(5, 'Interrumpe la clase', 'Conversa de manera reiterada pese a los llamados de atención.', {
    subject: 'Inglés',
  }),
  neutral(
    9,
    'Entrevista con apoderado',
    'Se informa el avance del semestre y se acuerda repasar inglés dos veces por semana.',
    planner,
  ),
  positive(14, 'Compañerismo', 'Ayuda a un compañero nuevo a integrarse al grupo.', counsellor),
  negative(21, 'Sin materiales', 'Se presenta sin flauta por segunda vez.', { subject: 'Música' }),
  positive(30, 'Representa al colegio', 'Participa en el encuentro comunal de lectura en voz alta.', {
    where_is: 'address',
  }),
]

/** None of these observations is negative, so that the page of observations shows an empty section. */
const tomasObservations: PrescribedRecords['observations'] = [
  neutral(3, 'Justificativo', 'Apoderada informa licencia médica por tres días.', inspector),
  positive(
    11,
    'Participación en clases',
    'Explica en la pizarra la solución de un problema y responde preguntas del curso.',
    { subject: 'Física' },
  ),
  neutral(18, 'Citación de apoderado', 'Se cita para conversar sobre la asistencia, que está bajo el 85 %.', {
    employee: 'head',
    where_is: 'address',
  }),
  neutral(27, 'Retiro anticipado', 'Se retira a las 12:30 h acompañado por su apoderado.', {
    where_is: 'inspectorate',
  }),
]

/** Martina's marks in Inglés in the current period, in tenths, in order. After each one, her average is below 4,0. */
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
