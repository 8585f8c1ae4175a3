import type { NewsKind } from '@apoderados/contract/news'

/** The kinds of news, in the order of the menu. */
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
