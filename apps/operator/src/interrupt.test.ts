import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { PRELOAD } from '@apoderados/server/testing/serverProcess'
import { CAROLINA, useServer } from '@apoderados/server/testing/testServer'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { useFolders } from './testing/folders.ts'

const server = useServer()
const newFolder = useFolders()
const PATIENCE = { timeout: 40_000, interval: 20 }

const query = async (sql: string, parameters: unknown[] = []) =>
  (await server().db.$client.query(sql, parameters)).rows

/** Whoever writes to the audit log waits, however long, until the answer is called. */
async function holdTheAudit(): Promise<() => Promise<void>> {
  await query(`create function wait_here() returns trigger language plpgsql set lock_timeout = 0 as
    $$ begin perform pg_advisory_xact_lock(1); return new; end $$`)
  await query('create trigger wait_here before insert on audit_log for each row execute function wait_here()')
  const other = new pg.Client({ connectionString: server().url })
  await other.connect()
  await other.query('select pg_advisory_lock(1)')
  return () => other.end()
}

describe('a command that is interrupted', () => {
  it('ends at once and leaves what it found', async () => {
    const [before] = await query('select shares_email from parents where email = $1', [CAROLINA])
    const letGo = await holdTheAudit()
    const choice = before?.shares_email ? 'no' : 'si'
    const child = spawn(
      process.execPath,
      [
        '--import',
        PRELOAD,
        join(import.meta.dirname, 'admin.ts'),
        'account',
        'share',
        CAROLINA,
        '--email',
        choice,
      ],
      {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { PATH: process.env.PATH, DATABASE_URL: server().url, DATA_DIR: await newFolder() },
      },
    )
    const ended = once(child, 'exit')
    const told = text(child.stderr)
    const atIt = () => query(`select 1 from pg_locks where locktype = 'advisory' and not granted`)
    await expect.poll(atIt, PATIENCE).toHaveLength(1)
    child.kill('SIGINT')
    expect(await ended).toEqual([130, null])
    expect(await told).toBe('')
    await letGo()
    await expect.poll(atIt, PATIENCE).toEqual([])
    await query('drop function wait_here cascade') // waits for the transaction that holds the table
    expect(await query('select shares_email from parents where email = $1', [CAROLINA])).toEqual([before])
  })
})
