import type { NewsKind } from '@apoderados/contract/news'

/** The labels of the kinds of news, in the order of their switches. */
export const kindLabels = {
  grade: 'Calificaciones',
  observation: 'Observaciones',
  absence: 'Inasistencias',
  arrear: 'Atrasos',
  event: 'Eventos de la agenda',
  document: 'Documentos',
  timetable: 'Horario',
  account: 'Acceso y cuenta',
} satisfies Record<NewsKind, string>

export const shownKinds = Object.keys(kindLabels) as NewsKind[]
