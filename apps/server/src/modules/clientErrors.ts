import { serverMessages } from '@apoderados/contract/messages'
import type { Handlers } from '../http/context.ts'

export const clientErrorsHandlers = {
  /** Logs the crash of an app; metrics/requests.ts counts the report. The database stores nothing about a crash. */
  async reportClientError({ version, page, error, stack }, { log, client }) {
    log.error({ client, version, page, error, stack }, 'client error')
    return { success: true, message: serverMessages.reportReceived }
  },
} satisfies Partial<Handlers>
