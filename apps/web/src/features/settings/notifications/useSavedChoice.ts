import { api } from '@apoderados/contract/calls/api'
import type { NotificationSettings } from '@apoderados/contract/notifications'
import { useRef, useState } from 'react'
import { sendCall } from '../../../shared/api/api.ts'
import { failureText } from '../../../shared/notifications/activate.ts'
import { changeSettings } from '../../../shared/notifications/notificationSettings.ts'
import { getSession } from '../../../shared/session/store.ts'
import { type Choice, choiceOf } from './choice.ts'

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
        await sendCall(api.saveNotificationSettings, sent)
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
