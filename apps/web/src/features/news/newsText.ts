import type { NewsItem } from '@apoderados/contract/news'
import { queryOf } from '../../shared/searchParams.ts'
import { formatDay, longDay } from '../../shared/text/format.ts'

/** A grade of the news for the screen: '5.4' → '5,4'; a concept is unchanged, null → ''. */
const formatGrade = (value: string | null) => value?.replace('.', ',') ?? ''

const observationTypeTexts: Record<string, string> = {
  positive: 'Observación positiva',
  negative: 'Observación negativa',
  neutral: 'Observación neutra',
}

const joinParts = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' · ')

function gradeText({ subject, title, change, old_value, new_value }: NewsItem): string {
  const label = joinParts(subject, title)
  if (change === 'added') return `${label}: ${formatGrade(new_value)}`
  if (change === 'removed') return `${label}: se retiró la nota ${formatGrade(old_value)}`
  return `${label}: ${formatGrade(old_value)} → ${formatGrade(new_value)}`
}

function eventText({ title, subject, day, change }: NewsItem): string {
  const label = joinParts(subject, title ?? 'Evento', day && longDay(day))
  if (change === 'added') return label
  return change === 'removed' ? `Ya no está en la agenda: ${label}` : `Cambió: ${label}`
}

/** The texts of account news by `title`, which names what changed; without a title, the news report a new student. */
const accountTexts: Record<string, string> = {
  email: 'Cambió el correo con que ingresas',
  rut: 'Se corrigió tu RUT',
  contact: 'Cambió qué datos tuyos ven las familias del curso',
  access: 'Tu cuenta está abierta de nuevo',
  student_rut: 'Se corrigió su RUN',
}

const arrearStateTexts: Record<string, string> = { justified: 'justificado', rejected: 'rechazado' }

const textsByKind: Record<string, (item: NewsItem) => string> = {
  grade: gradeText,
  observation: ({ title, change, old_value, new_value }) => {
    const type = observationTypeTexts[new_value ?? old_value ?? ''] ?? 'Observación'
    return change === 'removed' ? `Se retiró: ${joinParts(type, title)}` : joinParts(type, title)
  },
  arrear: ({ day, change, new_value }) => {
    const label = `Atraso del ${formatDay(day)}`
    if (change === 'added') return label
    const state = arrearStateTexts[new_value ?? ''] ?? 'cambió de estado'
    return change === 'removed' ? `${label}: se retiró` : `${label}: ${state}`
  },
  absence: ({ day, change, new_value }) =>
    new_value === 'justified' || new_value === 'rejected'
      ? `Inspectoría ${new_value === 'justified' ? 'aceptó' : 'no aceptó'} la justificación del ${longDay(day ?? '')}`
      : change === 'removed'
        ? `Se corrigió: asistió el ${longDay(day ?? '')}`
        : `Faltó el ${longDay(day ?? '')}`,
  event: eventText,
  document: ({ title, day }) => joinParts(`Documento ${title ?? ''}`.trim(), day && longDay(day)),
  timetable: ({ change }) => (change === 'added' ? 'Ya está el horario' : 'Cambió el horario'),
  notice: ({ title, change, new_value }) => {
    if (new_value === 'reminder') return `Falta tu acuso recibo: ${title ?? ''}`
    return change === 'changed' ? `Comunicado corregido: ${title ?? ''}` : `Comunicado: ${title ?? ''}`
  },
  account: ({ title }) => accountTexts[title ?? ''] ?? 'Ahora puedes ver sus datos aquí',
}

/** The news in one line; for an unknown kind of a newer server, the item's title or 'Novedad'. */
export const newsText = (item: NewsItem): string => textsByKind[item.kind]?.(item) ?? item.title ?? 'Novedad'

/** The query of an address with the values that are not null. */
const addressQuery = (values: Record<string, string | number | null>) => {
  const known = Object.entries(values).filter(([, value]) => value !== null)
  return queryOf(new URLSearchParams(known.map(([name, value]) => [name, String(value)])))
}

/**
 * The address of the page that shows the item. It opens the subject of a grade. It opens an observation, a late arrival
 * or an event unless the item was removed.
 */
export function newsPath({ kind, change, day, sub_period_id, course_subject_id, item_id }: NewsItem): string {
  const item = change === 'removed' ? null : item_id
  switch (kind) {
    case 'grade':
      return `/app/calificaciones${addressQuery({ periodo: sub_period_id, asignatura: course_subject_id })}`
    case 'observation':
      return `/app/observaciones${addressQuery({ observacion: item })}`
    case 'arrear':
      return `/app/asistencia${addressQuery({ atraso: item })}`
    case 'absence':
      return '/app/asistencia'
    case 'event':
    case 'document':
      return `/app/agenda${addressQuery({ dia: day, evento: item })}`
    case 'timetable':
      return '/app/horario'
    case 'notice':
      return `/app/inicio${addressQuery({ comunicado: item })}`
    default:
      return '/app/inicio'
  }
}
