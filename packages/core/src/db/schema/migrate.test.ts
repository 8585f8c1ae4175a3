import { readFile } from 'node:fs/promises'
import { setupServer } from '@apoderados/testing/testServer'
import { or, sql } from 'drizzle-orm'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { checkServer, type Database } from '../client/open.ts'
import { auditLog } from '../tables/audit.ts'
import { parents } from '../tables/people.ts'
import { migrate } from './migrate.ts'
import { readMigrations } from './migrationFiles.ts'

const server = setupServer()
const runMigrations = () => migrate(server().url)
const readApplied = () =>
  server().db.execute<{ at: string; hash: string }>(sql`select * from migrations order by at`)

describe('migrations', () => {
  let before: { at: string; hash: string }[] = []
  afterEach(async () => {
    await server().db.execute(sql`delete from migrations`)
    for (const { at, hash } of before)
      await server().db.execute(sql`insert into migrations values (${at}, ${hash})`)
  })

  it('run once, even if several processes start', async () => {
    before = (await readApplied()).rows
    const guardsTruncation = before[3] // a migration that is easy to undo: it only creates a trigger
    await server().db.execute(sql`drop trigger audit_log_not_truncated on audit_log`)
    await server().db.execute(sql`delete from migrations where at = ${guardsTruncation?.at}`)
    await Promise.all([runMigrations(), runMigrations(), runMigrations()])
    expect((await readApplied()).rows).toEqual(before)
    await expect(server().db.execute(sql`truncate audit_log`)).rejects.toThrow()
  })

  it('move the operator’s entries about accounts out of the audit log', async () => {
    const { db } = server()
    const parentOf = async (email: string, shares_email = false) => {
      const named = { email, name: 'Eva', last_name: 'Soto', shares_email }
      const [parent] = await db.insert(parents).values(named).returning({ id: parents.id })
      return parent?.id as number
    }
    const [corrected, silent] = [
      await parentOf('corregida@example.com'),
      await parentOf('callada@example.com'),
    ]
    const [shares, shared] = [await parentOf('comparte@example.com', true), await parentOf('no@example.com')]
    const note = (parent_id: number, detail: object) => ({ action: 'operator' as const, parent_id, detail })
    const choice = (phone: boolean, email: boolean) => ({ command: 'account share', phone, email })
    await db
      .insert(auditLog)
      .values([
        note(corrected, { command: 'account set-email' }),
        note(silent, { command: 'account unlock' }),
        note(shares, choice(false, true)),
        note(shared, choice(true, true)),
        note(shared, choice(false, false)),
      ])
    await db.execute(sql`alter table parents drop column email_by_operator, drop column withdrew_phone,
      drop column withdrew_email`)
    // Runs only this migration; the later ones stay applied.
    const file = new URL('../migrations/0011_what_the_operator_noted.sql', import.meta.url)
    for (const statement of (await readFile(file, 'utf8')).split('--> statement-breakpoint'))
      await db.execute(sql.raw(statement))
    const { email_by_operator, withdrew_phone, withdrew_email } = parents
    const rows = await db
      .select({ id: parents.id, email_by_operator, withdrew_phone, withdrew_email })
      .from(parents)
      .where(or(email_by_operator, withdrew_phone, withdrew_email))
      .orderBy(parents.id)
    expect(rows).toEqual([
      { id: corrected, email_by_operator: true, withdrew_phone: false, withdrew_email: false },
      { id: shares, email_by_operator: false, withdrew_phone: true, withdrew_email: false },
      { id: shared, email_by_operator: false, withdrew_phone: true, withdrew_email: true },
    ])
  })

  it('stop if an applied migration was edited', async () => {
    await server().db.execute(sql`update migrations set hash = 'other' where at = ${before[0]?.at}`)
    await expect(runMigrations()).rejects.toThrow('a migration was changed after it ran')
  })

  it('leave a database as it is to which a newer version has only added', async () => {
    await server().db.execute(sql`insert into additive_migrations values (9999999999999, 'later')`)
    onTestFinished(async () => {
      await server().db.execute(sql`delete from additive_migrations where at = 9999999999999`)
    })
    await expect(runMigrations()).resolves.toBeUndefined()
  })

  it('move the additive ones out of the table that version 1.0.16 reads', async () => {
    const additive = () => server().db.execute(sql`select * from additive_migrations order by at`)
    const { rows } = await additive()
    await server().db.execute(sql`insert into migrations select * from additive_migrations`)
    await server().db.execute(sql`drop table additive_migrations`)
    await runMigrations()
    expect((await additive()).rows).toEqual(rows)
    expect(await server().db.$count(sql`migrations`)).toBe(readMigrations().length - rows.length)
  })

  it('stop at a database of a newer version', async () => {
    await server().db.execute(sql`insert into migrations values (9999999999999, 'later')`)
    await expect(runMigrations()).rejects.toThrow('made by a newer version')
  })
})

describe('a database server', () => {
  /** Returns a stand-in for a database that answers every query with these settings. */
  const responding = (settings: Record<string, string>) => {
    const rows = Object.entries(settings).map(([name, setting]) => ({ name, setting }))
    return { $client: { query: async () => ({ rows }) } } as unknown as Database
  }
  const good = { server_version_num: '150018', fsync: 'on', full_page_writes: 'on' }

  it('is accepted if it is recent enough and durable, like the embedded one', async () => {
    await expect(checkServer(server().db)).resolves.toBeUndefined()
    await expect(checkServer(responding(good))).resolves.toBeUndefined()
  })

  it.each([{ server_version_num: '140012' }, { fsync: 'off' }, { full_page_writes: 'off' }])(
    'is rejected with %j',
    async (bad) => {
      await expect(checkServer(responding({ ...good, ...bad }))).rejects.toThrow(/PostgreSQL/)
    },
  )
})
