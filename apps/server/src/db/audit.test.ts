import { eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { useServer } from '../testing/testServer.ts'
import { type AuditRow, auditRead } from './audit.ts'
import { auditLog } from './schema.ts'

const server = useServer()
afterEach(() => vi.restoreAllMocks())

const line = (parent_id: number): AuditRow => ({
  action: 'document_read',
  parent_id,
  address: '127.0.0.1',
  detail: { document_id: `of ${parent_id}` },
})

const linesOf = (session_id: string) =>
  server()
    .db.select({ parent_id: auditLog.parent_id, detail: auditLog.detail, at: auditLog.at })
    .from(auditLog)
    .where(eq(auditLog.session_id, session_id))
    .orderBy(auditLog.id)

describe('lines of what was read', () => {
  it('share a statement when they come together, and are all there before anybody goes on', async () => {
    const { db } = server()
    const sent = vi.spyOn(db.$client, 'query')
    const ids = Array.from({ length: 30 }, (_, index) => index + 1)
    await Promise.all(ids.map((id) => auditRead(db, { ...line(id), session_id: 'together' })))
    // The first goes at once; the others wait for it.
    expect(sent).toHaveBeenCalledTimes(2)
    expect(await linesOf('together')).toEqual(
      ids.map((id) => ({ parent_id: id, detail: { document_id: `of ${id}` }, at: expect.any(Date) })),
    )
  })

  it('fail together when they cannot be written, and the next ones are', async () => {
    const { db } = server()
    const readers = () => [1, 2, 3].map((id) => auditRead(db, { ...line(id), session_id: 'refused' }))
    await db.execute(sql`alter table audit_log rename to audit_log_away`)
    try {
      const ends = await Promise.allSettled(readers())
      expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    } finally {
      await db.execute(sql`alter table audit_log_away rename to audit_log`)
    }
    await Promise.all(readers())
    expect(await linesOf('refused')).toHaveLength(3)
  })
})
