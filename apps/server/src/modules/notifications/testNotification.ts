import { randomUUID } from 'node:crypto'
import { serverMessages } from '@apoderados/contract/messages'
import type { TestOutcome } from '@apoderados/contract/notifications'
import { removePushToken } from '@apoderados/database/accounts/pushTokens'
import { type Database, prepared } from '@apoderados/database/client/open'
import { pushTokens } from '@apoderados/database/schema/schema'
import { eq, sql } from 'drizzle-orm'
import type { PushMessage, PushOutcome } from '../../push/message.ts'
import type { Push } from '../../push/push.ts'

const findToken = prepared((db) =>
  db
    .select({ token: pushTokens.token })
    .from(pushTokens)
    .where(eq(pushTokens.session_id, sql.placeholder('session_id')))
    .prepare('push_token_of_session'),
)

const testMessage = (): PushMessage => ({
  title: 'Apoderados',
  body: 'Las notificaciones llegan a este dispositivo.',
  ...{ tag: 'test', batch: randomUUID(), url: '/app/configuraciones' },
})

const testOutcomes: Record<PushOutcome, TestOutcome> = {
  ...{ sent: 'sent', gone: 'gone', refused: 'refused' },
  ...{ later: 'unavailable', not_configured: 'not_configured' },
}

const texts: Record<TestOutcome, string> = {
  sent: serverMessages.testSent,
  gone: serverMessages.testGone,
  no_device: serverMessages.testNoDevice,
  not_configured: serverMessages.testNotConfigured,
  unavailable: serverMessages.testUnavailable,
  refused: serverMessages.testRefused,
}

type Caller = { db: Database; push: Push; parent_id: number; session_id: string }

async function outcomeOf({ db, push, parent_id, session_id }: Caller): Promise<TestOutcome> {
  const [device] = await findToken(db).execute({ session_id })
  if (!device) return 'no_device'
  const { outcome } = await push.send(device.token, testMessage())
  if (outcome === 'gone') await removePushToken(db, { parent_id, token: device.token })
  return testOutcomes[outcome]
}

/**
 * Sends a notification to the device of the session and returns the outcome. It deletes the device's push token if the
 * push service answers that the token reaches no device.
 */
export async function testNotification(caller: Caller): Promise<{ outcome: TestOutcome; message: string }> {
  const outcome = await outcomeOf(caller)
  return { outcome, message: texts[outcome] }
}
