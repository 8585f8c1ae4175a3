import type { NewsKind } from '@apoderados/contract/news'
import type { PushContent, PushedChange } from '@apoderados/core/pushes/pushContents'
import type { PushMessage } from './message.ts'

/** The words for one added item, for several added items, and for the place of changed or removed items. */
const wordsByKind: Record<NewsKind, [one: string, several: string, where: string]> = {
  grade: ['calificación nueva', 'calificaciones nuevas', 'calificaciones'],
  observation: ['observación nueva', 'observaciones nuevas', 'observaciones'],
  arrear: ['atraso nuevo', 'atrasos nuevos', 'atrasos'],
  absence: ['inasistencia nueva', 'inasistencias nuevas', 'inasistencias'],
  event: ['actividad nueva en la agenda', 'actividades nuevas en la agenda', 'la agenda'],
  document: ['documento nuevo', 'documentos nuevos', 'documentos'],
  timetable: ['horario nuevo', 'horarios nuevos', 'el horario'],
  account: ['dato nuevo en tu cuenta', 'datos nuevos en tu cuenta', 'tu cuenta'],
  notice: ['comunicado nuevo', 'comunicados nuevos', 'comunicados'],
}

type NewsBatch = Pick<PushContent, 'kind' | 'change_ids' | 'changes' | 'are_added'>

/** Returns '3 calificaciones nuevas', or '2 novedades en calificaciones' if not all were added. It names no student. */
export function countText({ kind, change_ids, are_added }: NewsBatch): string {
  const count = change_ids.length
  const [one, several, where] = wordsByKind[kind]
  if (are_added) return `${count} ${count === 1 ? one : several}`
  return `${count} ${count === 1 ? 'novedad' : 'novedades'} en ${where}`
}

/** Writes '5.4' as '5,4'; concepts stay unchanged. */
const markText = (value: string) => (/^\d\.\d$/.test(value) ? value.replace('.', ',') : value)

function gradeText({ known_value, new_value }: PushedChange): string {
  if (new_value === null) return 'eliminada'
  return known_value === null ? markText(new_value) : `${markText(known_value)} → ${markText(new_value)}`
}

const dayText = (day: string) => `${day.slice(8)}-${day.slice(5, 7)}`

/** Returns 'Matemática · Prueba 2: 5,4 → 5,8', or undefined for a change without details, such as one of an account. */
function detailText(kind: NewsKind, change: PushedChange): string | undefined {
  if (kind === 'account') return undefined
  const parts = [change.subject, change.title].filter((part) => part !== null)
  if (kind === 'grade') return `${parts.join(' · ')}: ${gradeText(change)}`
  if (change.day && kind !== 'observation') parts.push(dayText(change.day))
  return parts.length > 0 ? parts.join(' · ') : undefined
}

/** Returns a line of details per change, for parents who chose to see them; the count if a change has no details. */
function detailedBody(batch: NewsBatch): string {
  const details = batch.changes.map((change) => detailText(batch.kind, change))
  const isWhole = details.length === batch.change_ids.length && details.every(Boolean)
  return isWhole ? details.join('\n') : countText(batch)
}

const pageByKind: Record<NewsKind, string> = {
  grade: 'calificaciones',
  observation: 'observaciones',
  arrear: 'asistencia',
  absence: 'asistencia',
  event: 'agenda',
  document: 'agenda',
  timetable: 'horario',
  account: 'inicio',
  notice: 'inicio',
}

/** Returns the URL parameters with which a page of the app opens one item. */
function itemParameters(kind: NewsKind, change: PushedChange): Record<string, string | number | null> {
  const item = change.new_value === null ? null : change.item
  if (kind === 'grade') return { periodo: change.sub_period_id, asignatura: change.course_subject_id }
  if (kind === 'observation') return { observacion: item }
  if (kind === 'arrear') return { atraso: item }
  if (kind === 'notice') return { comunicado: item }
  if (kind === 'event' || kind === 'document') return { dia: change.day, evento: item }
  return {}
}

/** Returns the address of the app's page for this kind of news; the page opens the item if there is only one. */
export function addressOfNews({
  kind,
  student_id,
  change_ids,
  changes,
}: NewsBatch & { student_id: number }): string {
  const [change] = changes
  const parameters = change && change_ids.length === 1 ? itemParameters(kind, change) : {}
  const query = new URLSearchParams({ alumno: String(student_id) })
  for (const [name, value] of Object.entries(parameters)) if (value !== null) query.set(name, String(value))
  return `/app/${pageByKind[kind]}?${query}`
}

/** Returns the notification of a push; a retry has the same tag and batch. */
export function messageOf(push: PushContent): PushMessage {
  const { student_id, kind, change_ids, show_detail, name } = push
  return {
    title: show_detail ? name : 'Apoderados',
    body: show_detail ? detailedBody(push) : countText(push),
    // A notice to several children of a family is shown once.
    tag: kind === 'notice' ? kind : `${student_id}-${kind}`,
    batch: `${Math.min(...change_ids)}-${Math.max(...change_ids)}`,
    url: addressOfNews(push),
  }
}
