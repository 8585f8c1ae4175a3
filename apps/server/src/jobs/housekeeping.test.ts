import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { auditLog } from '@apoderados/core/db/tables/audit'
import { setupServer } from '@apoderados/testing/testServer'
import { eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { startHousekeeping } from './housekeeping.ts'

const server = setupServer()
const folders: string[] = []
afterEach(() => Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true }))))

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'apoderados-housekeeping-'))
  folders.push(folder)
  return folder
}

/** Runs the first round of the housekeeping, and returns the errors that it logs. */
async function runHousekeeping(dataDir: string): Promise<object[]> {
  const faults: object[] = []
  const log = { warn: () => {}, error: (line: object) => void faults.push(line) }
  const { firstRound, stop } = startHousekeeping(server().services, { url: server().url, dataDir }, log)
  await firstRound
  await stop()
  return faults
}

describe('housekeeping', () => {
  it('continues after a part that failed, and reports which one and why', async () => {
    const { db } = server()
    await db.execute(sql`create function fail() returns trigger language plpgsql as
      'begin raise exception using errcode = ''53100''; end'`)
    await db.execute(
      sql`create trigger fails before delete on attempts for each statement execute function fail()`,
    )
    await db.execute(sql`insert into audit_log (at, action) values (now() - interval '25 months', 'old')`)
    expect(await runHousekeeping(await newFolder())).toEqual([{ step: 'attempts', code: '53100' }])
    await db.execute(sql`drop function fail cascade`)
    expect(await db.$count(auditLog, eq(auditLog.action, 'old'))).toBe(0)
  })

  it('clears this machine’s folder of old lists of an import’s problems', async () => {
    const dataDir = await newFolder()
    async function put(folder: string, name: string, days: number): Promise<void> {
      const then = new Date(Date.now() - days * 86_400_000)
      await mkdir(join(dataDir, folder), { recursive: true })
      await writeFile(join(dataDir, folder, name), '')
      await utimes(join(dataDir, folder, name), then, then)
    }
    await put('imports', '2026-09-01T08-00-00-errores.csv', 31)
    await put('imports', '2026-09-03T08-00-00-errores.csv', 29)
    await put('imports', 'alumnos.csv', 31)
    expect(await runHousekeeping(dataDir)).toEqual([])
    const lists = (await readdir(join(dataDir, 'imports'))).sort()
    expect(lists).toEqual(['2026-09-03T08-00-00-errores.csv', 'alumnos.csv'])
  })
})
