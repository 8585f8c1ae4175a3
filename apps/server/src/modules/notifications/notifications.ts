import { serverMessages } from '@apoderados/contract/messages'
import type { Handlers } from '../../http/context.ts'
import { notFound } from '../../http/errors.ts'
import { findSettings, saveSettings, setDigest, switchesOf } from './settings.ts'
import { testNotification } from './testNotification.ts'

export const notifications = {
  async getNotificationSettings(_request, { reads, push, digests, parent_id, session_id }) {
    const rows = await findSettings(reads).execute({ parent_id, session_id })
    const [first] = rows
    if (!first) throw notFound()
    const { student_id: _id, muted: _muted, digest, ...settings } = first
    const students = rows.flatMap(({ student_id, muted }) =>
      student_id === null ? [] : [{ student_id, kinds: switchesOf(muted) }],
    )
    const offered = { ...(digests.isActive && { digest }), vapid_public_key: push.vapidPublicKey }
    return { students, ...settings, ...offered }
  },

  async saveNotificationSettings(settings, { db, parent_id }) {
    const isSaved = await db.transaction((all) => saveSettings(all, { ...settings, parent_id }))
    if (!isSaved) throw notFound()
    return { success: true, message: serverMessages.notificationsSaved }
  },

  async endDigest({ parent, signature }, { db, links }) {
    if (!links.isGenuineDigest(parent, signature)) throw notFound()
    await setDigest(db).execute({ parent_id: Number(parent), digest: 'never' })
    return { success: true, message: serverMessages.digestEnded }
  },

  sendTestNotification: (_request, context) => testNotification(context),
} satisfies Partial<Handlers>
