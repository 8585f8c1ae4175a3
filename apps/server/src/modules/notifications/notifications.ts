import { serverMessages } from '@apoderados/contract/messages'
import { chooseDigest } from '@apoderados/database/mails/digestChoice'
import type { Handlers } from '../../http/context.ts'
import { notFound } from '../../http/errors.ts'
import { findSettings, saveSettings, switchesOf } from './settings.ts'
import { testNotification } from './testNotification.ts'

export const notifications = {
  async getNotificationSettings(_request, { reads, push, digests, parent_id, session_id }) {
    const rows = await findSettings(reads).execute({ parent_id, session_id })
    const [first] = rows
    if (!first) throw notFound()
    const { student_id: _id, muted: _muted, digest, is_digest_chosen, ...settings } = first
    const students = rows.flatMap(({ student_id, muted }) =>
      student_id === null ? [] : [{ student_id, kinds: switchesOf(muted) }],
    )
    const mail = digests.isActive && { digest, is_digest_chosen }
    return { students, ...settings, ...mail, vapid_public_key: push.vapidPublicKey }
  },

  async saveNotificationSettings(settings, { db, parent_id }) {
    const isSaved = await db.transaction((all) => saveSettings(all, { ...settings, parent_id }))
    if (!isSaved) throw notFound()
    return { success: true, message: serverMessages.notificationsSaved }
  },

  async endDigest({ parent, signature }, { db, links }) {
    if (!links.isGenuineDigest(parent, signature)) throw notFound()
    await chooseDigest(db, Number(parent), 'never')
    return { success: true, message: serverMessages.digestEnded }
  },

  sendTestNotification: (_request, context) => testNotification(context),
} satisfies Partial<Handlers>
