import { join } from 'node:path'
import { BASE_PATH } from '@apoderados/contract/calls/call'
import { type HourlyLimit, policies } from '@apoderados/contract/calls/policy'
import { openDatabase } from '@apoderados/database/client/open'
import { codeHashes, revealCode } from '@apoderados/database/secrets/oneTimeCodes'
import { createApp } from '@apoderados/server/app'
import type { Links } from '@apoderados/server/auth/signedLinks'
import { createServices } from '@apoderados/server/services'
import { onCleanup } from '../../../support/suite.ts'
import { type CrashEnvironment, openObserver } from '../crashEnvironment.ts'
import { type DatabaseObserver, readFamily } from '../writes/actual.ts'
import { FIRST_PASSWORD, initialAccount } from '../writes/clients.ts'
import { statesOf } from '../writes/compare.ts'
import type { Family } from '../writes/family.ts'
import { send } from './call.ts'
import type { FaultFixture } from './faultyCalls.ts'
import { type StatementProxy, startStatementProxy } from './statementProxy.ts'

export type FaultEnvironment = {
  url: string
  proxy: StatementProxy
  observer: DatabaseObserver
  fixture: FaultFixture
  initialFamily: Family
}

/** Removes the hourly limits of calls in this process, because the trials repeat some calls more often. */
function removeHourlyLimits(): void {
  for (const policy of Object.values(policies)) {
    const limits: readonly HourlyLimit[] = 'hourlyLimits' in policy ? policy.hourlyLimits : []
    for (const limit of limits) Object.assign(limit, { max: Number.MAX_SAFE_INTEGER })
  }
}

/**
 * Runs the API in this process behind a statement proxy, without mail worker and housekeeping, so that only the tested
 * call uses the database.
 */
export async function openStage(system: CrashEnvironment, folder: string): Promise<FaultEnvironment> {
  const proxy = await startStatementProxy(new URL(system.databaseUrl()))
  onCleanup(() => proxy.stop())
  const db = openDatabase(proxy.url)
  onCleanup(() => db.$client.end())
  const mailFrom = { name: 'Apoderados', address: 'no-responder@example.com' }
  const services = await createServices(db, system.keys, {
    dataDir: join(folder, 'data'),
    smtpUrl: undefined,
    mailFrom,
  })
  removeHourlyLimits()
  const settings = { trustProxy: ['127.0.0.1'], corsOrigins: [], logLevel: 'silent' }
  const { app } = await createApp(services, settings)
  onCleanup(() => app.close())
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const observer = await openObserver(system)
  onCleanup(observer.close)
  const fixture = await openFixture(url, observer, services.links)
  return { url, proxy, observer, fixture, initialFamily: structuredClone(fixture.family) }
}

const SAMPLE_PARENT_QUERY = `select sp.parent_id::int, sp.student_id::int, e.document_id
  from student_parents sp
  join enrollments n on n.establishment_id = sp.establishment_id and n.student_id = sp.student_id
  join events e on e.establishment_id = n.establishment_id and e.course_id = n.course_id
  where e.document_id is not null and sp.has_access and n.withdrawn_on is null limit 1`

async function openFixture(
  url: string,
  { client, keys, passwords }: DatabaseObserver,
  links: Links,
): Promise<FaultFixture> {
  const [sample] = (await client.query(SAMPLE_PARENT_QUERY)).rows
  const hash = await passwords.hash(FIRST_PASSWORD)
  const { rows } = await client.query<{ id: number; email: string }>(
    `update parents set password_hash = $1 where id = $2
      or id = (select min(id) from parents where id <> $2 and id not in (select id from parents order by id desc limit 40))
      returning id::int, email`,
    [hash, sample.parent_id],
  )
  rows.sort((one, other) => Number(other.id === sample.parent_id) - Number(one.id === sample.parent_id))
  const accounts = rows.map(initialAccount) as Family['accounts']
  const family = { name: 'family', accounts, devices: new Map(), dead: { jwts: [], codes: [] } }
  return {
    ...{ family, document: sample.document_id, student: sample.student_id },
    endOfDigest: links.endOfDigest(sample.parent_id).slice(BASE_PATH.length),
    async perform(write) {
      const reply = await send(url, write.call)
      if (reply.status !== write.status) throw new Error(`${write.name} undisturbed: ${reply.status}`)
      Object.assign(family, statesOf(family, write, reply.body).at(-1))
    },
    /** Returns the code in the newest mail of the first account, as the mail worker derives it. */
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

/**
 * Ends all sessions, deletes attempts, devices, push tokens and codes, and reads the result into `family`, the model of
 * what the database should contain.
 */
export async function resetFamily({
  observer,
  fixture: { family },
  initialFamily,
}: FaultEnvironment): Promise<void> {
  const ids = family.accounts.map(({ id }) => id)
  await observer.client.query('delete from attempts; delete from known_devices; delete from push_tokens')
  await observer.client.query('delete from recovery_codes where parent_id = any($1)', [ids])
  await observer.client.query('update sessions set revoked_at = now() where parent_id = any($1)', [ids])
  const expected = structuredClone(initialFamily)
  expected.accounts.forEach((account, index) => {
    account.password = family.accounts[index]?.password ?? ''
  })
  Object.assign(family, await readFamily(observer, [expected]))
}
