import { lazyApi } from '@apoderados/contract/calls/lazyApi'
import type { NewsKind } from '@apoderados/contract/news'
import {
  digestPeriods,
  type NotificationSettings,
  type NotificationSettingsRequest,
} from '@apoderados/contract/notifications'
import { useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { sendCall } from '../../shared/api/api.ts'
import { failureText } from '../../shared/notifications/activate.ts'
import { changeSettings } from '../../shared/notifications/notificationSettings.ts'
import { getSession } from '../../shared/session/store.ts'

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
  notice: 'Comunicados',
} satisfies Record<NewsKind, string>

export const shownKinds = Object.keys(kindLabels) as NewsKind[]

/** The settings that the parent chooses, as the server receives them. */
export type Choice = z.infer<typeof NotificationSettingsRequest>
export type StudentChoice = Choice['students'][number]

/**
 * The settings as a choice. It omits kinds that an older server lacks, and kinds and digest periods that only a newer
 * one knows, so that the server keeps them, and a digest period that the parent has not chosen, so that the school's
 * default stays in force.
 */
export function choiceOf(settings: NotificationSettings): Choice {
  const { students, quiet_from, quiet_until, show_detail } = settings
  const digest = settings.is_digest_chosen && digestPeriods.find((period) => period === settings.digest)
  const known = (kinds: Record<string, boolean>) =>
    Object.fromEntries(
      shownKinds.filter((kind) => kinds[kind] !== undefined).map((kind) => [kind, kinds[kind] as boolean]),
    )
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

export type SavingState = { state: 'unchanged' | 'saving' | 'saved' } | { state: 'failed'; reason: string }

/** The choice that could not be saved. The dialog shows it again when it is reopened in the same session. */
let unsavedChoice: { auth_token: string | null; choice: Choice; reason: string } | undefined

const currentUnsavedChoice = () =>
  unsavedChoice?.auth_token === getSession().auth_token ? unsavedChoice : undefined

/**
 * The parent's choice, which is sent to the server at each change. A change while another one is being sent is sent
 * afterwards. After a failure the choice stays, and `save` sends it again.
 */
export function useSavedChoice(settings: NotificationSettings) {
  const [choice, setChoice] = useState(() => currentUnsavedChoice()?.choice ?? choiceOf(settings))
  const [saving, setSaving] = useState<SavingState>(() => {
    const kept = currentUnsavedChoice()
    return kept ? { state: 'failed', reason: kept.reason } : { state: 'unchanged' }
  })
  const latest = useRef(choice)
  const isSaving = useRef(false)

  async function save() {
    if (isSaving.current) return
    isSaving.current = true
    setSaving({ state: 'saving' })
    try {
      let sent: Choice
      do {
        sent = latest.current
        await sendCall(lazyApi.saveNotificationSettings, sent)
      } while (sent !== latest.current)
      unsavedChoice = undefined
      const chosen = sent.digest && { is_digest_chosen: true }
      changeSettings({ ...(sent as Partial<NotificationSettings>), ...chosen })
      setSaving({ state: 'saved' })
    } catch (error) {
      const reason = failureText(error)
      unsavedChoice = { auth_token: getSession().auth_token, choice: latest.current, reason }
      setSaving({ state: 'failed', reason })
    } finally {
      isSaving.current = false
    }
  }

  function change(next: Choice) {
    latest.current = next
    setChoice(next)
    void save()
  }

  return { choice, change, saving, save }
}
