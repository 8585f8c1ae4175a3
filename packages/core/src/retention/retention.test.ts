import { setupServer } from '@apoderados/testing/testServer'
import { eq, isNull, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { sessions } from '../db/tables/accounts.ts'
import { auditLog } from '../db/tables/audit.ts'
import { pushes, pushTokens } from '../db/tables/messages.ts'
import { dueNews } from '../db/tables/news.ts'
import { removeExpired } from './retention.ts'

const server = setupServer()
/** More rows than a statement may have parameters, which are 65,535. */
const ROWS_ABOVE_PARAMETER_LIMIT = 70_000
/** More rows than two batches delete. */
const ROWS_ABOVE_BATCH = 12_000

describe('expired data', () => {
  it('is deleted, however many rows there are', { tags: 'long' }, async () => {
    const { db } = server()
    await db.execute(sql`insert into sessions (id, parent_id, client, last_seen_at, expires_at)
      select 'idle-' || number, 1, 'web', now() - interval '15 days', now() + interval '1 day'
      from generate_series(1, ${ROWS_ABOVE_PARAMETER_LIMIT}) number`)
    await db.execute(sql`insert into push_tokens (token_hash, token, session_id, saved_at)
      values ('x', 'x', 'idle-${sql.raw(String(ROWS_ABOVE_PARAMETER_LIMIT))}', now())`)
    await db.execute(sql`insert into audit_log (at, action)
      select now() - interval '25 months', 'old' from generate_series(1, ${ROWS_ABOVE_BATCH})`)
    await db.insert(auditLog).values({ at: sql`now() - interval '23 months'`, action: 'younger' })
    await db.execute(sql`insert into pushes (session_id, establishment_id, student_id, kind, change_ids, queued_at, due_at)
      select 'idle-1', 1, 1, kind, '{1}', now() - make_interval(days => days), now()
      from (values ('grade', 1), ('absence', 3)) push(kind, days)`)
    await db.execute(sql`with change as (
        insert into changes (establishment_id, kind, item, published_at)
        select 1, 'event', days::text, now() - make_interval(days => days) from unnest('{1,4}'::int[]) days
        returning establishment_id, id, published_at)
      insert into due_news select establishment_id, id, published_at from change`)
    await removeExpired(db)
    expect([await db.$count(pushes), await db.$count(dueNews)]).toEqual([1, 1])
    const direct = db.transaction(async (transaction) => {
      await transaction.execute(sql`set local apoderados.retention = 'on'`)
      await transaction.delete(auditLog)
    })
    await expect(direct).rejects.toThrow()
    expect(await db.$count(auditLog, eq(auditLog.action, 'younger'))).toBe(1)
    expect(await db.$count(sessions, isNull(sessions.revoked_at))).toBe(0)
    expect(await db.$count(pushTokens)).toBe(0)
    expect(await db.$count(auditLog, eq(auditLog.action, 'old'))).toBe(0)

    await db.execute(sql`update sessions set expires_at = now() - interval '31 days'
      where id in (select id from sessions limit ${ROWS_ABOVE_BATCH})`)
    await removeExpired(db)
    expect(await db.$count(sessions)).toBe(ROWS_ABOVE_PARAMETER_LIMIT - ROWS_ABOVE_BATCH)
  })

  it('includes sessions 30 days after their sign-out or their expiry', async () => {
    const { db } = server()
    await db.delete(sessions)
    const inDays = (days: number) => sql`now() + make_interval(days => ${days})`
    const session = { parent_id: 1, client: 'web' as const }
    const ended = (id: string, days: number, expires: number) => ({
      ...session,
      id,
      expires_at: inDays(expires),
      last_seen_at: inDays(days),
      revoked_at: inDays(days),
    })
    const expired = (id: string, days: number) => ({ ...session, id, expires_at: inDays(days) })
    await db
      .insert(sessions)
      .values([ended('signed out 31 days ago', -31, -2), expired('expired 31 days ago', -31)])
    await db.insert(sessions).values([ended('signed out lately', -29, -1), expired('expired lately', -29)])
    await removeExpired(db)
    const remaining = await db.select({ id: sessions.id }).from(sessions)
    expect(remaining.map(({ id }) => id).sort()).toEqual(['expired lately', 'signed out lately'])
  })
})
