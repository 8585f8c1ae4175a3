import type { NewsKind } from '@apoderados/contract/news'
import {
  digestPeriods,
  type NotificationSettings,
  type NotificationSettingsRequest,
} from '@apoderados/contract/notifications'
import type * as z from 'zod/mini'

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

/** The settings that the parent chooses, as the server receives them. */
export type Choice = z.infer<typeof NotificationSettingsRequest>
export type StudentChoice = Choice['students'][number]

/**
 * The settings as a choice. It omits kinds and digest periods that only a newer server knows, so that the server keeps
 * them, and a digest period that the parent has not chosen, so that the school's default stays in force.
 */
export function choiceOf(settings: NotificationSettings): Choice {
  const { students, quiet_from, quiet_until, show_detail } = settings
  const digest = settings.is_digest_chosen && digestPeriods.find((period) => period === settings.digest)
  const known = (kinds: Record<string, boolean>) =>
    Object.fromEntries(shownKinds.map((kind) => [kind, kinds[kind] ?? true]))
  return {
    students: students.map(({ student_id, kinds }) => ({ student_id, kinds: known(kinds) })),
    quiet_from,
    quiet_until,
    show_detail,
    ...(digest && { digest }),
  }
}

/** Returns the choice with the notifications of `kinds` about the student `id` turned on or off. */
export function withKinds(choice: Choice, id: number, kinds: readonly NewsKind[], isOn: boolean): Choice {
  const changed = Object.fromEntries(kinds.map((kind) => [kind, isOn]))
  const students = choice.students.map((student) =>
    student.student_id === id ? { ...student, kinds: { ...student.kinds, ...changed } } : student,
  )
  return { ...choice, students }
}
