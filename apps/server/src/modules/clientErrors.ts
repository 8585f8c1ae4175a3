import { serverMessages } from '@apoderados/contract/messages'
import type { Handlers } from '../http/context.ts'

export const clientErrors = {
  /** A line of the log and a count (metrics/requests.ts): of a crash nothing is kept in the database. */
  async reportClientError({ version, page, error, stack }, { log, client }) {
    log.error({ client, version, page, error, stack }, 'client error')
    return { success: true, message: serverMessages.reportReceived }
  },
} satisfies Partial<Handlers>
