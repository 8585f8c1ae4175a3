import { join } from 'node:path'
import { openDatabase } from '@apoderados/database/client/open'
import { codeHashes, revealCode } from '@apoderados/database/secrets/oneTimeCodes'
import { createApp } from '@apoderados/server/app'
import { createServices } from '@apoderados/server/services'
import { onCleanup } from '../../../support/suite.ts'
import { type CrashEnvironment, watch } from '../crashEnvironment.ts'
import { readFamily, type Watch } from '../writes/actual.ts'
import { FIRST_PASSWORD, untouched } from '../writes/clients.ts'
import { statesOf } from '../writes/compare.ts'
import type { Family } from '../writes/family.ts'
import { send } from './call.ts'
import type { Ground } from './faultyCalls.ts'
import { type StatementProxy, startStatementProxy } from './statementProxy.ts'

export type FaultEnvironment = {
  url: string
  proxy: StatementProxy
  look: Watch
  ground: Ground
  first: Family
}

/** The API in this process, so that nothing but the call talks to the database: no mail leaves, nothing is tidied. */
export async function openStage(place: CrashEnvironment, folder: string): Promise<FaultEnvironment> {
  const proxy = await startStatementProxy(new URL(place.databaseUrl()))
  onCleanup(() => proxy.stop())
  const db = openDatabase(proxy.url)
  onCleanup(() => db.$client.end())
  const mailFrom = { name: 'Apoderados', address: 'no-responder@example.com' }
  const services = await createServices(db, place.keys, {
    dataDir: join(folder, 'data'),
    smtpUrl: undefined,
    mailFrom,
  })
  const settings = { trustProxy: ['127.0.0.1'], corsOrigins: [], logLevel: 'silent' }
  const { app } = await createApp(services, settings)
  onCleanup(() => app.close())
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const look = await watch(place)
  onCleanup(look.close)
  const ground = await openGround(url, look)
  return { url, proxy, look, ground, first: structuredClone(ground.family) }
}

const SOMEBODY = `select sp.parent_id::int, sp.student_id::int, e.document_id
  from student_parents sp
  join enrollments n on n.establishment_id = sp.establishment_id and n.student_id = sp.student_id
  join events e on e.establishment_id = n.establishment_id and e.course_id = n.course_id
  where e.document_id is not null and sp.has_access and n.withdrawn_on is null limit 1`

async function openGround(url: string, { client, keys, passwords }: Watch): Promise<Ground> {
  const [somebody] = (await client.query(SOMEBODY)).rows
  const hash = await passwords.hash(FIRST_PASSWORD)
  const { rows } = await client.query<{ id: number; email: string }>(
    `update parents set password_hash = $1 where id = $2
      or id = (select min(id) from parents where id <> $2 and id not in (select id from parents order by id desc limit 40))
      returning id::int, email`,
    [hash, somebody.parent_id],
  )
  rows.sort((one, other) => Number(other.id === somebody.parent_id) - Number(one.id === somebody.parent_id))
  const accounts = rows.map(untouched) as Family['accounts']
  const family = { name: 'family', accounts, devices: new Map(), dead: { jwts: [], codes: [] } }
  return {
    ...{ family, document: somebody.document_id, student: somebody.student_id },
    async perform(write) {
      const reply = await send(url, write.call)
      if (reply.status !== write.status) throw new Error(`${write.name} undisturbed: ${reply.status}`)
      Object.assign(family, statesOf(family, write, reply.body).at(-1))
    },
    /** Of the account's newest mail, as its writer would derive it. */
    async code() {
      const newest = `select m.seed, c.code from mails m join recovery_codes c on c.parent_id = m.parent_id
        where m.parent_id = $1 and m.seed is not null order by m.queued_at desc limit 1`
      const { rows } = await client.query(newest, [family.accounts[0].id])
      const code = revealCode(keys, 'recovery', rows[0]?.seed ?? '') ?? ''
      if (!codeHashes(keys, 'recovery', code).includes(rows[0]?.code))
        throw new Error('the mail has another code')
      return code
    },
  }
}

/** Nobody is signed in, nothing is limited. */
export async function clear({ look, ground: { family }, first }: FaultEnvironment): Promise<void> {
  const ids = family.accounts.map(({ id }) => id)
  await look.client.query('delete from attempts; delete from known_devices; delete from push_tokens')
  await look.client.query('delete from recovery_codes where parent_id = any($1)', [ids])
  await look.client.query('update sessions set revoked_at = now() where parent_id = any($1)', [ids])
  const expected = structuredClone(first)
  expected.accounts.forEach((account, index) => {
    account.password = family.accounts[index]?.password ?? ''
  })
  Object.assign(family, await readFamily(look, [expected]))
}
