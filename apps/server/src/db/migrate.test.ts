import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { useServer } from '../testing/testServer.ts'
import { migrate } from './migrate.ts'
import { checkServer } from './open.ts'

const server = useServer()
const allHashes = () =>
  server().db.execute<{ at: string; hash: string }>(sql`select * from migrations order by at`)

describe('migrations', () => {
  let before: { at: string; hash: string }[] = []
  afterEach(async () => {
    await server().db.execute(sql`delete from migrations`)
    for (const { at, hash } of before)
      await server().db.execute(sql`insert into migrations values (${at}, ${hash})`)
  })

  it('run once, by however many processes', async () => {
    before = (await allHashes()).rows
    await Promise.all([migrate(server().db), migrate(server().db), migrate(server().db)])
    expect((await allHashes()).rows).toEqual(before)
  })

  it('stop when one was edited after it ran', async () => {
    await server().db.execute(sql`update migrations set hash = 'other' where at = ${before[0]?.at}`)
    await expect(migrate(server().db)).rejects.toThrow('a migration was changed after it ran')
  })

  it('stop at a database of a newer version', async () => {
    await server().db.execute(sql`insert into migrations values (9999999999999, 'later')`)
    await expect(migrate(server().db)).rejects.toThrow('made by a newer version')
  })
})

describe('the embedded server', () => {
  it('keeps fsync and full_page_writes on', async () => {
    await expect(checkServer(server().db)).resolves.toBeUndefined()
  })
})
