import { mkdtemp, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFiles } from '@apoderados/server/storage/files'
import { setupServer } from '@apoderados/testing/testServer'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enrollments, parents } from '../db/tables/people.ts'
import { establishments, events } from '../db/tables/schools.ts'
import type { Files } from '../files/fileStore.ts'
import { randomId } from '../secrets/keys.ts'
import { createOrphanRemoval } from './storedFiles.ts'

const server = setupServer()
const HOUR_MS = 3_600_000
const nowMs = Date.now()

let dataDir: string
let files: Files
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'apoderados-orphans-'))
  files = createFiles({ dataDir })
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

/** Writes a file that is `hours` hours old, and returns its id. */
async function writeFileOfAge(hours: number): Promise<string> {
  const id = randomId()
  await files.write(id, Buffer.from('x'))
  const then = new Date(nowMs - hours * HOUR_MS)
  await utimes(join(dataDir, 'files', id), then, then)
  return id
}
const isStored = async (id: string) => (await files.read(id)) !== undefined

/** Writes a file for each column that refers to files, sets the column in one row, and returns the files' ids. */
async function writeReferencedFiles(): Promise<string[]> {
  const { db } = server()
  const ids = await Promise.all([1, 2, 3, 4].map(() => writeFileOfAge(48)))
  const [insign_id, parent_photo, photo_id, document_id] = ids as [string, string, string, string]
  await db.update(establishments).set({ insign_id }).where(eq(establishments.id, 1))
  await db.update(parents).set({ photo_id: parent_photo }).where(eq(parents.id, 1))
  await db.update(enrollments).set({ photo_id }).where(eq(enrollments.id, 1))
  const [event] = await db.select({ id: events.id }).from(events).limit(1)
  await db
    .update(events)
    .set({ document_id, document_name: 'pauta.pdf' })
    .where(eq(events.id, event?.id ?? 0))
  return ids
}

describe('stored files without a row', () => {
  it('are removed after a day, and no other files are', async () => {
    const named = await writeReferencedFiles()
    const [orphan, other, young] = [
      await writeFileOfAge(25),
      await writeFileOfAge(400),
      await writeFileOfAge(23),
    ]
    const removeOrphans = createOrphanRemoval(server().db, files)
    expect(await removeOrphans(nowMs)).toEqual({ stored: 6, orphans: 2, areTooMany: false })
    await removeOrphans(nowMs + 23 * HOUR_MS)
    for (const id of [...named, orphan, other, young]) expect(await isStored(id)).toBe(true)
    await removeOrphans(nowMs + 24 * HOUR_MS)
    for (const id of [...named, young]) expect(await isStored(id)).toBe(true)
    for (const id of [orphan, other]) expect(await isStored(id)).toBe(false)
  })

  it('are kept if a row has referenced them in the meantime', async () => {
    const id = await writeFileOfAge(48)
    const removeOrphans = createOrphanRemoval(server().db, files)
    await removeOrphans(nowMs)
    await server().db.update(enrollments).set({ photo_id: id }).where(eq(enrollments.id, 2))
    await removeOrphans(nowMs + 48 * HOUR_MS)
    expect(await isStored(id)).toBe(true)
  })

  it('are all kept if they are the majority, because the store then belongs to another database', async () => {
    const orphans = await Promise.all(Array.from({ length: 40 }, () => writeFileOfAge(48)))
    const removeOrphans = createOrphanRemoval(server().db, files)
    expect(await removeOrphans(nowMs)).toMatchObject({ areTooMany: true })
    await removeOrphans(nowMs + 48 * HOUR_MS)
    for (const id of orphans) expect(await isStored(id)).toBe(true)
  })
})

describe('the columns that reference files', () => {
  it('are exactly those that the cleanup reads', async () => {
    const { rows } = await server().db.execute<{ name: string }>(`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and data_type = 'text' and column_name ~ '_id$'
        and column_name not in ('session_id', 'mail_id', 'credential_id') order by 1`)
    expect(rows.map(({ name }) => name)).toEqual([
      'document_settings.logo_id',
      'document_settings.signature_id',
      'enrollments.photo_id',
      'establishments.insign_id',
      'events.document_id',
      'excuses.attachment_id',
      'issued_documents.file_id',
      'notice_files.file_id',
      'parents.photo_id',
    ])
  })
})
