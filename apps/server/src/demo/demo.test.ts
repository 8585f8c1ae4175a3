import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkDigit } from '@apoderados/contract/values/rut'
import { excuses } from '@apoderados/core/db/tables/excuses'
import { parents, students } from '@apoderados/core/db/tables/people'
import { demoSchool, establishments } from '@apoderados/core/db/tables/schools'
import type { Files } from '@apoderados/core/files/fileStore'
import { setupServer } from '@apoderados/testing/testServer'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { createFiles } from '../storage/files.ts'
import { loadDemo } from './loadDemo.ts'

const server = setupServer()
let files: Files
beforeAll(async () => {
  files = createFiles({ dataDir: await mkdtemp(join(tmpdir(), 'apoderados-demo-')) })
})
const loadAt = (now: string) => loadDemo(server().db, files, server().services.passwords, new Date(now))
/** Empties the database, and loads the demo into it. */
async function loadIntoEmptyDatabase(now: string) {
  const { db } = server()
  await db.delete(demoSchool)
  await db.execute(sql`truncate ${establishments}, ${parents} restart identity cascade`)
  return loadAt(now)
}

describe('the demo school', () => {
  it('is rebuilt if its pictures are missing', async () => {
    expect(await loadAt('2026-08-17T15:00:00Z')).toBe('rebuilt')
  })

  it('has justifications that wait for an answer', async () => {
    await loadIntoEmptyDatabase('2026-08-17T15:00:00Z')
    const rows = await server().db.select().from(excuses)
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.every(({ kind, parent_id }) => kind === 'arrear' && parent_id !== null)).toBe(true)
  })

  it('is rebuilt if a semester has begun since', { tags: 'long' }, async () => {
    await loadIntoEmptyDatabase('2026-06-10T15:00:00Z')
    expect(await loadAt('2026-07-03T15:00:00Z')).toBe('kept')
    expect(await loadAt('2026-07-06T15:00:00Z')).toBe('rebuilt')
  })

  it('is unchanged within its year and rebuilt in another', { tags: 'long' }, async () => {
    expect(await loadAt('2026-12-31T15:00:00Z')).toBe('kept')
    expect(await loadAt('2027-01-02T15:00:00Z')).toBe('rebuilt')
    expect(await loadAt('2027-02-28T15:00:00Z')).toBe('kept')
    expect(await loadAt('2027-03-08T15:00:00Z')).toBe('rebuilt') // The demo's new school year begins on this day.
    expect(await loadAt('2026-08-17T15:00:00Z')).toBe('rebuilt')
  })

  it('is not rebuilt in a database with an account of another family', { tags: 'long' }, async () => {
    const { db } = server()
    const other = { email: 'otra.familia@colegio.cl', name: 'Eva', last_name: 'Soto' }
    const [account] = await db.insert(parents).values(other).returning({ id: parents.id })
    expect(await loadAt('2027-01-02T15:00:00Z')).toBe('kept')
    expect(
      await db
        .delete(parents)
        .where(eq(parents.id, account?.id ?? 0))
        .returning(),
    ).toMatchObject([other])
    expect(await loadAt('2027-01-02T15:00:00Z')).toBe('rebuilt')
    expect(await loadAt('2026-08-17T15:00:00Z')).toBe('rebuilt')
  })

  it('uses numbers that belong to no real person, with the right check digit', async () => {
    const { db } = server()
    const ruts = await db
      .select({ rut: parents.rut, rut_dv: parents.rut_dv })
      .from(parents)
      .union(db.select({ rut: students.rut, rut_dv: students.rut_dv }).from(students))
    for (const { rut, rut_dv } of ruts.filter((row) => row.rut !== null)) {
      const number = Number(rut)
      expect(number >= 199_000_000 || (number >= 40_000_000 && number <= 46_999_999), rut as string).toBe(
        true,
      )
      expect(rut_dv).toBe(checkDigit(rut as string))
    }
    const schools = await db.select({ rbd: establishments.rbd }).from(establishments)
    for (const { rbd } of schools) expect(checkDigit(rbd.split('-')[0] as string)).toBe(rbd.split('-')[1])
    const people = await db.select({ email: parents.email, phone: parents.phone }).from(parents)
    for (const { email, phone } of people) {
      expect(email).toMatch(/@example\.com$/)
      expect(phone ?? '+56900000000').toMatch(/^\+5690000\d{4}$/)
    }
    const phones = people.flatMap(({ phone }) => phone ?? [])
    expect(phones.filter((phone, index) => phones.indexOf(phone) !== index)).toEqual([])
  })

  it('never changes a real school', async () => {
    await server().db.delete(demoSchool)
    expect(await loadAt('2026-08-17T15:00:00Z')).toBe('not a demo')
  })
})
