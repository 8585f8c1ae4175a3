import { serverMessages } from '@apoderados/contract/messages'
import { movePushToken, removePushToken } from '../db/pushTokens.ts'
import type { Handlers } from '../handlers.ts'

export const pushTokens = {
  async savePushToken({ token }, { db, session_id }) {
    await movePushToken(db, { session_id, token })
    return { success: true, message: serverMessages.pushTokenSaved }
  },

  async deletePushToken({ token }, { db, parent_id }) {
    await removePushToken(db, { parent_id, token })
    return { success: true, message: serverMessages.pushTokenDeleted }
  },
} satisfies Partial<Handlers>
