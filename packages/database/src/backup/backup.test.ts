import { createReadStream } from 'node:fs'
import { mkdtemp, readdir, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createFiles } from '@apoderados/server/storage/files'
import { withClient } from '@apoderados/server/testing/client'
import { useServer } from '@apoderados/server/testing/testServer'
import type pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { parents } from '../schema/schema.ts'
import { type BackupOptions, backUp } from './backup.ts'
import { checkBackup } from './restore.ts'

const server = useServer()
const newFolder = () => mkdtemp(join(tmpdir(), 'apoderados-backup-'))

async function newBackup(options: BackupOptions = {}) {
  const folder = await newFolder()
  const path = join(folder, 'all.tar.zst')
  const backup = await withClient(server().url, (client) => backUp(client, path, options))
  return { ...backup, folder }
}
const rowCountOf = ({ totals }: { totals: { tables: { name: string; rows: number }[] } }, table: string) =>
  totals.tables.find(({ name }) => name === table)?.rows

describe('a backup', () => {
  it('contains every table and every stored file, in one file that only this user can read', async () => {
    const files = createFiles({ dataDir: inject('dataDir') })
    const backup = await newBackup({ files })
    expect(await readdir(backup.folder)).toEqual(['all.tar.zst'])
    expect(await stat(backup.path)).toMatchObject({ mode: 0o100600, size: backup.bytes })
    expect(await checkBackup(() => createReadStream(backup.path))).toEqual({
      manifest: backup.manifest,
      totals: backup.totals,
    })
    const { rows } = await server().db.$client.query(
      `select c.relname as name, (xpath('/row/n/text()', query_to_xml('select count(*) as n from ' || c.oid::regclass,
        false, true, '')))[1]::text::int as rows
        from pg_class c where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not in ('migrations', 'additive_migrations')`,
    )
    expect(rows.length).toBeGreaterThan(20)
    for (const { name, rows: count } of rows) expect([name, rowCountOf(backup, name)]).toEqual([name, count])
    expect(backup.totals.files.count).toBe((await Readable.from(files.list()).toArray()).length)
  })

  it('has the state of one moment, and blocks no write', async () => {
    const before = await server().db.$count(parents)
    let hasWritten = false
    const backup = await newBackup({
      async *encrypt(plaintext) {
        for await (const chunk of plaintext) {
          if (!hasWritten) {
            hasWritten = true
            await server()
              .db.insert(parents)
              .values({ email: 'despues@example.com', name: 'Eva', last_name: 'Soto' })
          }
          yield chunk
        }
      },
    })
    expect(await server().db.$count(parents)).toBe(before + 1)
    expect(rowCountOf(backup, 'parents')).toBe(before)
  })

  it('never replaces an existing file', async () => {
    const { path } = await newBackup()
    const secondBackup = withClient(server().url, (client) => backUp(client, path))
    await expect(secondBackup).rejects.toMatchObject({ code: 'EEXIST', path })
    expect((await checkBackup(() => createReadStream(path))).totals.tables.length).toBeGreaterThan(20)
  })

  it.each<[string, (pid: number) => unknown, object]>([
    [
      'a full disk',
      () => {
        throw Object.assign(new Error('write'), { code: 'ENOSPC' })
      },
      { code: 'ENOSPC' },
    ],
    [
      'a database that stops',
      (pid) => server().db.$client.query('select pg_terminate_backend($1)', [pid]),
      { message: expect.stringMatching(/terminat|connection error/) },
    ],
  ])('leaves no file after %s', async (_, fail, error) => {
    const folder = await newFolder()
    const backingUp = async (client: pg.Client) => {
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
      let bytes = 0
      return backUp(client, join(folder, 'all.tar.zst'), {
        async *encrypt(plaintext) {
          for await (const chunk of plaintext) {
            if (bytes === 0) await fail(rows[0]?.pid ?? 0)
            bytes += chunk.length
            yield chunk
          }
        },
      })
    }
    await expect(withClient(server().url, backingUp)).rejects.toMatchObject(error)
    expect(await readdir(folder)).toEqual([])
  })
})
