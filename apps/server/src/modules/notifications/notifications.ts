import { randomUUID } from 'node:crypto'
import { serverMessages } from '@apoderados/contract/messages'
import type { TestOutcome } from '@apoderados/contract/notifications'
import { removePushToken } from '@apoderados/core/accounts/pushTokens'
import { audit } from '@apoderados/core/audit/audit'
import { preparedQuery } from '@apoderados/core/db/client/open'
import { pushTokens } from '@apoderados/core/db/tables/messages'
import { chooseDigest } from '@apoderados/core/mails/digestChoice'
import { eq, sql } from 'drizzle-orm'
import type { Handlers } from '../../http/context.ts'
import { notFoundError } from '../../http/errors.ts'
import type { PushMessage, PushOutcome } from '../../push/message.ts'
import { deviceKeyOf } from '../../push/token.ts'
import { findSettings, saveSettings, switchesByKind } from './settings.ts'

const findToken = preparedQuery((db) =>
  db
    .select({ token: pushTokens.token })
    .from(pushTokens)
    .where(eq(pushTokens.session_id, sql.placeholder('session_id')))
    .prepare('push_token_of_session'),
)

const createTestMessage = (): PushMessage => ({
  title: 'Apoderados',
  body: 'Las notificaciones llegan a este dispositivo.',
  tag: 'test',
  batch: randomUUID(),
  url: '/app/configuraciones',
})

const testResponses: Record<PushOutcome | 'no_device', { outcome: TestOutcome; message: string }> = {
  sent: { outcome: 'sent', message: serverMessages.testSent },
  gone: { outcome: 'gone', message: serverMessages.testGone },
  no_device: { outcome: 'no_device', message: serverMessages.testNoDevice },
  not_configured: { outcome: 'not_configured', message: serverMessages.testNotConfigured },
  later: { outcome: 'unavailable', message: serverMessages.testUnavailable },
  refused: { outcome: 'refused', message: serverMessages.testRefused },
}

export const notificationsHandlers = {
  async getNotificationSettings(_request, { db, push, digests, parent_id, session_id }) {
    const rows = await findSettings(db).execute({ parent_id, session_id })
    const [first] = rows
    if (!first) throw notFoundError()
    const { student_id: _id, muted: _muted, digest, is_digest_chosen, ...settings } = first
    const students = rows.flatMap(({ student_id, muted }) =>
      student_id === null ? [] : [{ student_id, kinds: switchesByKind(muted) }],
    )
    const mail = digests.isActive && { digest, is_digest_chosen }
    return { students, ...settings, ...mail, vapid_public_key: push.vapidPublicKey }
  },

  async saveNotificationSettings(settings, { db, parent_id }) {
    const isSaved = await db.transaction((all) => saveSettings(all, { ...settings, parent_id }))
    if (!isSaved) throw notFoundError()
    return { success: true, message: serverMessages.notificationsSaved }
  },

  async endDigest({ parent, signature }, { db, links, address }) {
    if (!links.isGenuineDigest(parent, signature)) throw notFoundError()
    const parent_id = Number(parent)
    await db.transaction(async (all) => {
      await chooseDigest(all, parent_id, 'never')
      await audit(all, { action: 'digest_ended', parent_id, address })
    })
    return { success: true, message: serverMessages.digestEnded }
  },

  /** Sends a notification to the session's device, answers the outcome, and deletes a token that reaches no device. */
  async sendTestNotification(_request, { db, push, parent_id, session_id }) {
    const [device] = await findToken(db).execute({ session_id })
    if (!device) return testResponses.no_device
    const { outcome } = await push.send(device.token, createTestMessage())
    if (outcome === 'gone') await removePushToken(db, { parent_id, device: deviceKeyOf(device.token) })
    return testResponses[outcome]
  },
} satisfies Partial<Handlers>
