import { serverMessages } from '@apoderados/contract/messages'
import { readProfile } from '@apoderados/core/students/profiles'
import type { Handlers } from '../http/context.ts'
import { HttpError } from '../http/errors.ts'

export const profileHandlers = {
  async getProfile(_, { db, links, parent_id, session_id }) {
    const found = await readProfile(db, parent_id, (photo, school) => links.photo(photo, session_id, school))
    // The check of the session has passed, so the account was deleted between the check and this read.
    if (!found) throw new HttpError(401, serverMessages.invalidToken)
    return found
  },
} satisfies Partial<Handlers>
