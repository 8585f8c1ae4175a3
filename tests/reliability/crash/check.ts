import { accountAttemptKey } from '@apoderados/core/accounts/attemptKeys'
import { createRandom } from '@apoderados/school-data/random'
import { createPasswords } from '@apoderados/server/auth/passwords'
import { send } from '@apoderados/tests-support/environment/call.ts'
import type pg from 'pg'
import { type Account, factsOf, UNKNOWN_SESSION } from './account.ts'
import { type Client, type ClientResult, statesAfter } from './client.ts'
import type { CrashEnvironment } from './environment.ts'

const FIRST_PASSWORD = 'Clave-primera'

const ACCOUNT_QUERY = `select parent.password_hash as hash,
    exists (select from recovery_codes where parent_id = parent.id) as has_code,
    coalesce((select cardinality(moments) from attempts where key = $2), 0) as failures,
    array(select id from sessions where parent_id = parent.id and revoked_at is null) as sessions,
    (select coalesce(json_agg(json_build_array(device.token, device.session_id)), '[]')
      from push_tokens device join sessions on sessions.id = session_id where parent_id = parent.id) as devices,
    (select coalesce(json_agg(entry), '[]') from (
      select json_build_array(action, count(*)) as entry from audit_log where parent_id = parent.id group by action
      union all
      select json_build_array(concat('mail: ', kind), count(*)) from mails where parent_id = parent.id group by kind
    ) counts) as rows
  from parents parent where parent.id = $1`

/** The password that matched each hash so far: hashing is slow. */
const passwordByHash = new Map<string, string>()
const passwords = await createPasswords()

async function findPassword(hash: string, candidates: string[]): Promise<string> {
  const found = passwordByHash.get(hash)
  if (found !== undefined) return found
  for (const candidate of candidates) {
    if (!(await passwords.matches(candidate, hash))) continue
    passwordByHash.set(hash, candidate)
    return candidate
  }
  return 'unknown'
}

/** Reads the account's state; `states` are the possible ones, which name the passwords and the known sessions. */
async function readAccount(
  client: pg.Client,
  { keys }: CrashEnvironment,
  states: [Account, ...Account[]],
): Promise<Account> {
  const [before] = states
  const values = [before.id, accountAttemptKey(keys, before.email)]
  const row = (await client.query(ACCOUNT_QUERY, values)).rows[0]
  const candidates = states.map(({ password }) => password)
  return {
    ...before,
    password: await findPassword(row.hash, [...new Set(candidates)]),
    sessions: new Map(row.sessions.map((id: string) => [id, before.sessions.get(id)])),
    devices: new Map(row.devices),
    hasCode: row.has_code,
    failures: row.failures,
    rows: new Map(row.rows),
  }
}

/** Returns the facts that differ; a session of the database that the model does not know has the name 'unknown'. */
function differencesOf(actual: Account, expected: Account): string[] {
  const sessions = new Map(
    [...actual.sessions].map(([id, jwt]) => [expected.sessions.has(id) ? id : UNKNOWN_SESSION, jwt]),
  )
  const [found, wanted] = [factsOf({ ...actual, sessions }), factsOf(expected)]
  return [
    ...wanted.filter((fact) => !found.includes(fact)).map((fact) => `missing: ${fact}`),
    ...found.filter((fact) => !wanted.includes(fact)).map((fact) => `unexpected: ${fact}`),
  ]
}

/** Gives `count` parents of the demo school the same password, and returns a client for each. */
export async function openClients(
  environment: CrashEnvironment,
  count: number,
  seed: number,
): Promise<Client[]> {
  return environment.observe(async (client) => {
    const { rows } = await client.query<{ id: number; email: string }>(
      `update parents set password_hash = $1, is_active = true where id in (
        select id from parents order by id desc limit $2) returning id::int, email`,
      [await passwords.hash(FIRST_PASSWORD), count],
    )
    const clients: Client[] = []
    for (const [index, { id, email }] of rows.entries()) {
      const empty: Account = {
        id,
        email,
        password: FIRST_PASSWORD,
        sessions: new Map(),
        devices: new Map(),
        hasCode: false,
        failures: 0,
        rows: new Map(),
        ended: { jwts: [], codes: [] },
      }
      const account = await readAccount(client, environment, [empty])
      clients.push({
        account,
        random: createRandom(seed + index * 7919),
        outbox: environment.outbox,
        codesSeen: 0,
      })
    }
    return clients
  })
}

/** Checks that ended sessions and used codes are refused. */
async function checkEndedAccess(url: string, { ended }: Account): Promise<string[]> {
  const faults: string[] = []
  for (const jwt of ended.jwts.splice(0).slice(-2)) {
    const { status } = await send(url, { method: 'GET', path: '/auth/profile', jwt })
    if (status !== 401) faults.push(`the token of an ended session got ${status}`)
  }
  for (const token of ended.codes.splice(0)) {
    const { status } = await send(url, { method: 'POST', path: '/auth/recovery_validate', body: { token } })
    if (status !== 400) faults.push(`a used code got ${status}`)
  }
  return faults
}

/** Compares each account in the database with its model, and sets the model to the actual state. */
export async function checkAccounts(
  environment: CrashEnvironment,
  clients: Client[],
  results: ClientResult[],
): Promise<string[]> {
  return environment.observe(async (observer) => {
    const all: string[] = []
    for (const [index, { account }] of clients.entries()) {
      const { open, faults } = results[index] as ClientResult
      const states = (open ? statesAfter(account, open) : [account]) as [Account, ...Account[]]
      const actual = await readAccount(observer, environment, states)
      // A step may change nothing: the last equal state is the one that has the ended sessions of all steps.
      const match = states.findLast((state) => differencesOf(actual, state).length === 0)
      if (!match) faults.push(...differencesOf(actual, account))
      Object.assign(account, actual, { ended: (match ?? account).ended })
      faults.push(...(await checkEndedAccess(environment.url(), account)))
      all.push(...faults.map((fault) => `account ${account.id}, ${open?.name ?? 'no write'} open: ${fault}`))
    }
    // An account may request only three codes per hour without a pause.
    await observer.query('delete from attempts')
    for (const { account } of clients) account.failures = 0
    return all
  })
}

/** Checks that each queued mail is sent, except codes that were replaced before. */
export async function checkMails({ observe }: CrashEnvironment): Promise<string[]> {
  return observe(async (client) => {
    const isPending = `select count(*)::int as count from mails where sent_at is null and kind <> 'recovery_code'`
    for (const end = performance.now() + 60_000; performance.now() < end; ) {
      if ((await client.query(isPending)).rows[0].count === 0) return []
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    return ['mails were not sent within a minute']
  })
}
