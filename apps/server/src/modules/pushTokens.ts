import { serverMessages } from '@apoderados/contract/messages'
import { movePushToken, removePushToken } from '@apoderados/core/accounts/pushTokens'
import type { Handlers } from '../http/context.ts'
import { HttpError } from '../http/errors.ts'
import { deviceKeyOf } from '../push/token.ts'

export const pushTokensHandlers = {
  async savePushToken({ token }, { db, session_id, push }) {
    if (!push.accepts(token)) throw new HttpError(400, serverMessages.pushTokenUnknown)
    await movePushToken(db, { session_id, token, device: deviceKeyOf(token) })
    return { success: true, message: serverMessages.pushTokenSaved }
  },

  async deletePushToken({ token }, { db, parent_id }) {
    await removePushToken(db, { parent_id, device: deviceKeyOf(token) })
    return { success: true, message: serverMessages.pushTokenDeleted }
  },
} satisfies Partial<Handlers>
