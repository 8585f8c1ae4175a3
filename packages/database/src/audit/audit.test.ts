import { useServer } from '@apoderados/server/testing/testServer'
import { eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { auditLog } from '../schema/schema.ts'
import { type AuditRow, auditRead } from './audit.ts'

const server = useServer()
afterEach(() => vi.restoreAllMocks())

const documentRead = (session_id: string, parent_id: number): AuditRow => ({
  action: 'document_read',
  parent_id,
  session_id,
  address: '127.0.0.1',
  detail: { document_id: `document of ${parent_id}` },
})

const findLines = (session_id: string) =>
  server()
    .db.select({ parent_id: auditLog.parent_id, detail: auditLog.detail, at: auditLog.at })
    .from(auditLog)
    .where(eq(auditLog.session_id, session_id))
    .orderBy(auditLog.id)

describe('the audit lines of concurrent reads', () => {
  it('are inserted by one statement, all before any read is answered', async () => {
    const { db } = server()
    const queries = vi.spyOn(db.$client, 'query')
    const parents = Array.from({ length: 30 }, (_, index) => index + 1)
    await Promise.any(parents.map((parent_id) => auditRead(db, documentRead('concurrent', parent_id))))
    expect(queries).toHaveBeenCalledTimes(1)
    expect(await findLines('concurrent')).toEqual(
      parents.map((parent_id) => ({
        parent_id,
        detail: { document_id: `document of ${parent_id}` },
        at: expect.any(Date),
      })),
    )
  })

  it('of the same contacts on one day are one line', async () => {
    const { db } = server()
    const row: AuditRow = { action: 'contacts_read', parent_id: 1, student_id: 1, session_id: 'contacts' }
    await Promise.all([auditRead(db, row), auditRead(db, row)])
    await auditRead(db, row)
    expect(await findLines('contacts')).toHaveLength(1)
  })

  it('fail together if they cannot be inserted, and later ones are inserted', async () => {
    const { db } = server()
    const auditAll = () => [1, 2, 3].map((parent_id) => auditRead(db, documentRead('failed', parent_id)))
    await db.execute(sql`alter table audit_log rename to audit_log_away`)
    try {
      const results = await Promise.allSettled(auditAll())
      expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    } finally {
      await db.execute(sql`alter table audit_log_away rename to audit_log`)
    }
    await Promise.all(auditAll())
    expect(await findLines('failed')).toHaveLength(3)
  })
})
