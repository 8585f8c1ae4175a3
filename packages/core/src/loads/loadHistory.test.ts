import { setupServer } from '@apoderados/testing/testServer'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { loadChanges, loads } from '../db/tables/loads.ts'
import { eraseStudents, findUnusedFiles } from '../retention/erasure.ts'
import { removeExpired } from '../retention/retention.ts'

const server = setupServer()

/** Adds a load of the school with the id 1 whose state last changed `days` ago, and returns its id. */
async function addLoad(state: (typeof loads.$inferInsert)['state'], days: number): Promise<number> {
  const moment = sql`now() - make_interval(days => ${days}::int)`
  const row = { establishment_id: 1, state, changed_at: moment, applied_at: moment }
  const [load] = await server().db.insert(loads).values(row).returning({ id: loads.id })
  return load?.id as number
}

it('removes loads with their rows after a year, and unfinished ones after 30 days', async () => {
  const { db } = server()
  const old = await addLoad('done', 366)
  await db
    .insert(loadChanges)
    .values({ establishment_id: 1, load_id: old, kind: 'notas', action: 'added', rows: [] })
  await addLoad('review', 31)
  const kept = [await addLoad('undone', 364), await addLoad('problems', 29)]
  await removeExpired(db)
  expect((await db.select({ id: loads.id }).from(loads)).map(({ id }) => id).toSorted()).toEqual(
    kept.toSorted(),
  )
  expect(await db.$count(loadChanges)).toBe(0)
})

it('keeps the files that an undo needs, for as long as a school may allow one', async () => {
  const { db } = server()
  const change = { establishment_id: 1, kind: 'agenda', action: 'ended', rows: [] } as const
  await db.insert(loadChanges).values([
    { ...change, load_id: await addLoad('done', 29), file_ids: ['recent'] },
    { ...change, load_id: await addLoad('done', 31), file_ids: ['old'] },
  ])
  expect(await findUnusedFiles(db, ['recent', 'old'])).toEqual(['old'])
})

it('removes the rows of an erased student from what loads have recorded', async () => {
  const { db, services } = server()
  const { rows } = await db.execute<{ student_id: number; id: number; parent_id: number }>(
    sql`select enrollment.student_id::float8, enrollment.id::float8, link.parent_id::float8
      from enrollments enrollment join student_parents link using (establishment_id, student_id)
      where establishment_id = 1 order by 1 limit 1`,
  )
  const { student_id, id, parent_id } = rows[0] as (typeof rows)[0]
  const load_id = await addLoad('done', 1)
  const change = { establishment_id: 1, load_id, action: 'added' } as const
  const other = { n: { enrollment_id: 0, status: 'absent' } }
  await db.insert(loadChanges).values([
    { ...change, kind: 'alumnos', rows: [{ k: { id: student_id }, o: { name: 'Ana' }, n: { name: 'Eva' } }] },
    { ...change, kind: 'asistencia', rows: [{ n: { enrollment_id: id, status: 'late' } }, other] },
    { ...change, kind: 'vínculos', rows: [{ o: { student_id, parent_id } }] },
  ])
  await db.transaction((transaction) =>
    eraseStudents(transaction, services.keys, { establishment_id: 1, student_ids: [student_id] }),
  )
  const kept = await db.select({ rows: loadChanges.rows }).from(loadChanges).where(sql`load_id = ${load_id}`)
  expect(kept.flatMap((change) => change.rows)).toEqual([other])
})
