// @module-tag long
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import {
  clusterPid,
  NODE_OPTIONS,
  programEnvironment,
  setupServerProcesses,
} from '@apoderados/testing/serverProcess'
import { CAROLINA, setupServer } from '@apoderados/testing/testServer'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { setupFolders } from '../testing/folders.ts'

const server = setupServer()
const newFolder = setupFolders()
const { newFolder: newClusterFolder } = setupServerProcesses()
const SECRET_KEYS = randomBytes(32).toString('hex') // All commands of one database need the same key.

const query = async (sql: string, parameters: unknown[] = []) =>
  (await server().db.$client.query(sql, parameters)).rows

/** Locks the audit log, so that writers wait until the returned function is called. */
async function lockAuditLog(): Promise<() => Promise<void>> {
  await query(`create function wait_here() returns trigger language plpgsql set lock_timeout = 0 as
    $$ begin perform pg_advisory_xact_lock(1); return new; end $$`)
  await query('create trigger wait_here before insert on audit_log for each row execute function wait_here()')
  const other = new pg.Client({ connectionString: server().url })
  await other.connect()
  await other.query('select pg_advisory_lock(1)')
  return () => other.end()
}

async function startCommand(args: string[], environment?: Record<string, string>) {
  const child = spawn(
    process.execPath,
    [...NODE_OPTIONS, join(import.meta.dirname, '../admin.ts'), ...args],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...programEnvironment(),
        ...(environment ?? { DATABASE_URL: server().url, DATA_DIR: await newFolder(), SECRET_KEYS }),
      },
    },
  )
  const ended = once(child, 'exit')
  const errorOutput = text(child.stderr)
  return {
    async interrupt() {
      child.kill('SIGINT')
      return [...(await ended), await errorOutput]
    },
  }
}

describe('an interrupted command', () => {
  it('ends at once and leaves all data unchanged', async () => {
    const [before] = await query('select shares_email from parents where email = $1', [CAROLINA])
    const letGo = await lockAuditLog()
    const choice = before?.shares_email ? 'no' : 'si'
    const command = await startCommand(['account', 'share', CAROLINA, '--email', choice])
    const atIt = () => query(`select 1 from pg_locks where locktype = 'advisory' and not granted`)
    await expect.poll(atIt).toHaveLength(1)
    expect(await command.interrupt()).toEqual([130, null, ''])
    await letGo()
    await expect.poll(atIt).toEqual([])
    await query('drop function wait_here cascade') // `drop` waits until the command's transaction has ended.
    expect(await query('select shares_email from parents where email = $1', [CAROLINA])).toEqual([before])
  })

  it('leaves no part of the file that it was writing', async () => {
    const other = new pg.Client({ connectionString: server().url })
    await other.connect()
    await other.query('begin; lock table parents')
    const folder = await newFolder()
    const command = await startCommand(['move', 'export', join(folder, 'colegio.tar')])
    await expect.poll(async () => (await readdir(folder)).length).toBeGreaterThan(0)
    expect(await command.interrupt()).toEqual([130, null, ''])
    expect(await readdir(folder)).toEqual([])
    await other.end()
  })

  it('stops a database that was just starting', async () => {
    const DATA_DIR = await newClusterFolder()
    const command = await startCommand(['school', 'list'], { DATA_DIR })
    await expect.poll(() => clusterPid(DATA_DIR)).toBeDefined()
    expect((await command.interrupt()).slice(0, 2)).toEqual([130, null])
    expect(await clusterPid(DATA_DIR)).toBeUndefined()
  })
})
