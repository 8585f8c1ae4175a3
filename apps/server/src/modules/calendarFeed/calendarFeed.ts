import { api } from '@apoderados/contract/calls/api'
import { BASE_PATH } from '@apoderados/contract/calls/call'
import { serverMessages } from '@apoderados/contract/messages'
import { audit } from '@apoderados/core/audit/audit'
import { queueMail } from '@apoderados/core/mails/mails'
import type { Handlers } from '../../http/context.ts'
import { notFoundError } from '../../http/errors.ts'
import { hashOfSecret, makeSecret, readCalendarFile } from './calendarFile.ts'
import { deleteFeed, findFeedTimes, saveFeed } from './feedChanges.ts'

const calendarPathOf = (secret: string) => BASE_PATH + api.getCalendarFile.path.replace(':secret', secret)

export const calendarFeedHandlers = {
  async getCalendarFeed({ student_id }, { db, parent_id }) {
    const [times] = await findFeedTimes(db).execute({ parent_id, student_id })
    return times ?? { created_at: null, last_read_at: null }
  },

  async createCalendarFeed({ student_id }, { db, mails, parent_id, session_id, address }) {
    const secret = makeSecret()
    const feed = { parent_id, student_id, secret_hash: hashOfSecret(secret) }
    await db.transaction(async (all) => {
      const [saved] = await saveFeed(all).execute(feed)
      if (!saved) throw notFoundError() // the parent's access was closed after the session check
      await audit(all, { action: 'calendar_created', parent_id, session_id, address, student_id })
      await queueMail(all, { kind: 'calendar_created', parent_id })
    })
    mails.wake()
    return { success: true, message: serverMessages.calendarFeedCreated, path: calendarPathOf(secret) }
  },

  async revokeCalendarFeed({ student_id }, { db, parent_id, session_id, address }) {
    await db.transaction(async (all) => {
      const deleted = await deleteFeed(all).execute({ parent_id, student_id })
      if (deleted.length > 0)
        await audit(all, { action: 'calendar_revoked', parent_id, session_id, address, student_id })
    })
    return { success: true, message: serverMessages.calendarFeedRevoked }
  },

  getCalendarFile: ({ secret }, { db }) => readCalendarFile(db, secret),
} satisfies Partial<Handlers>
