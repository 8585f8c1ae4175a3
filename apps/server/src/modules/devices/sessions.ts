import { serverMessages } from '@apoderados/contract/messages'
import { closeOtherSessions, readOpenSessions } from '@apoderados/core/accounts/openSessions'
import { audit } from '@apoderados/core/audit/audit'
import type { Handlers } from '../../http/context.ts'
import { notFoundError } from '../../http/errors.ts'
import { requireProof } from './proof.ts'

export const sessionsHandlers = {
  async getSessions(_, { db, parent_id, session_id }) {
    const open = await readOpenSessions(db, parent_id)
    const listed = open.map(({ created_at, last_seen_at, ...session }) => ({
      ...session,
      is_current: session.id === session_id,
      created_at: created_at.toISOString(),
      last_seen_at: last_seen_at.toISOString(),
    }))
    return { sessions: listed.toSorted((a, b) => Number(b.is_current) - Number(a.is_current)) }
  },

  async closeSessions({ session_id: closed = null, ...proof }, context) {
    const { db, parent_id, session_id, address } = context
    await requireProof(proof, context)
    await db.transaction(async (transaction) => {
      const ended = await closeOtherSessions(transaction, { parent_id, session_id, closed })
      if (closed !== null && ended.length === 0) throw notFoundError()
      for (const { id } of ended) {
        const detail = { closed_by: session_id }
        await audit(transaction, { action: 'session_closed', parent_id, session_id: id, address, detail })
      }
    })
    const { sessionClosed, sessionsClosed } = serverMessages
    return { success: true, message: closed === null ? sessionsClosed : sessionClosed }
  },
} satisfies Partial<Handlers>
