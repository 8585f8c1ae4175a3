import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parents } from '@apoderados/core/db/tables/people'
import { demoSchool, establishments } from '@apoderados/core/db/tables/schools'
import type { Files } from '@apoderados/core/files/fileStore'
import { loadDemo } from '@apoderados/server/demo/loadDemo'
import { createFiles } from '@apoderados/server/storage/files'
import { type SQL, sql } from 'drizzle-orm'
import { beforeAll, expect } from 'vitest'
import { setupServer } from './testServer.ts'

/** Provides a server, a function that loads its demo school as on a given date, and functions that query its rows. */
export function setupDemoRecords() {
  const server = setupServer()
  let files: Files
  beforeAll(async () => {
    files = createFiles({ dataDir: await mkdtemp(join(tmpdir(), 'apoderados-demo-')) })
  })

  async function load(now: string) {
    const { db, services } = server()
    await db.delete(demoSchool)
    await db.execute(sql`truncate ${establishments}, ${parents} restart identity cascade`)
    expect(await loadDemo(db, files, services.passwords, new Date(now))).toBe('loaded')
  }

  /** Returns the first column of each row of the query as text. */
  async function column(query: SQL): Promise<(string | null)[]> {
    const { rows } = await server().db.execute<{ value: string | null }>(
      sql`select value::text from (${query}) as found(value)`,
    )
    return rows.map((row) => row.value)
  }
  const number = async (query: SQL) => Number((await column(query))[0])

  return { server, files: () => files, load, column, number }
}
