import { useServer } from '@apoderados/server/testing/testServer'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { auditLog } from '../schema/schema.ts'
import { type AuditRow, audit } from './audit.ts'

const server = useServer()

it('writes one line for concurrent reads of the same contacts on one day', async () => {
  const { db } = server()
  const row: AuditRow = { action: 'contacts_read', parent_id: 1, student_id: 1, session_id: 'contacts' }
  await Promise.all([audit(db, row), audit(db, row)])
  await audit(db, row)
  expect(await db.$count(auditLog, eq(auditLog.session_id, 'contacts'))).toBe(1)
})
