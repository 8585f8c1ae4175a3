import { accountAttemptKey } from '@apoderados/database/accounts/attemptKeys'
import type { Keys } from '@apoderados/database/secrets/keys'
import type { Passwords } from '@apoderados/server/auth/passwords'
import type pg from 'pg'
import { type Account, type Family, linesOf, UNKNOWN_SESSION } from './family.ts'

/** The trial's access to the database, on a connection of its own. */
export type DatabaseObserver = { client: pg.Client; keys: Keys; passwords: Passwords }

/**
 * Counts each account's audit rows by action, its mails by kind and its calendar addresses, and returns 1 for the
 * digest period that it has chosen. These counts become `rows` of `Account`; they include rows from before the trial.
 */
const ROWS_QUERY = `select parent_id::int, concat(action) as kind, count(*)::int as number from audit_log
    where parent_id = any($1) group by 1, 2
  union all select parent_id::int, concat('mail: ', kind), count(*)::int from mails
    where parent_id = any($1) group by 1, 2
  union all select parent_id::int, concat('digest: ', digest), 1 from notification_settings
    where parent_id = any($1) and digest is not null
  union all select parent_id::int, 'calendar addresses', count(*)::int from calendar_feeds
    where parent_id = any($1) group by 1`

const ACCOUNTS_QUERY = `select p.id::int, p.password_hash as hash, c.wrong_tries as tries,
    (select count(*)::int from known_devices k where k.parent_id = p.id) as known,
    array(select id from sessions s where s.parent_id = p.id and s.revoked_at is null) as sessions
  from parents p left join recovery_codes c on c.parent_id = p.id where p.id = any($1)`

type AccountRow = { id: number; hash: string | null; tries: number | null; known: number; sessions: string[] }

/** The password that matched each hash so far: hashing is slow. */
const passwordByHash = new Map<string, string>()

async function findPassword(
  hash: string | null,
  candidates: string[],
  passwords: Passwords,
): Promise<string> {
  const found = passwordByHash.get(hash ?? '')
  if (found !== undefined) return found
  for (const candidate of candidates) {
    if (!(await passwords.matches(candidate, hash))) continue
    passwordByHash.set(hash ?? '', candidate)
    return candidate
  }
  return 'unknown password'
}

/**
 * Reads the state of the accounts from the database. `expected` lists the possible states: only their passwords can be
 * recognized in the stored hashes.
 */
export async function readFamily(observer: DatabaseObserver, expected: Family[]): Promise<Family> {
  const { client, keys, passwords } = observer
  const [first] = expected as [Family]
  const ids = first.accounts.map(({ id }) => id)
  const names = first.accounts.map(({ email }) => accountAttemptKey(keys, email))
  const accounts = (await client.query<AccountRow>(ACCOUNTS_QUERY, [ids])).rows
  const counted = (await client.query(ROWS_QUERY, [ids])).rows
  const failed = (
    await client.query('select key, cardinality(moments) as failures from attempts where key = any($1)', [
      names,
    ])
  ).rows
  const devices = await client.query(
    `select t.token, t.session_id from push_tokens t join sessions s on s.id = t.session_id where s.parent_id = any($1)`,
    [ids],
  )
  const read = async (index: 0 | 1): Promise<Account> => {
    const before = first.accounts[index]
    const row = accounts.find(({ id }) => id === before.id)
    const possible = [...new Set(expected.map((family) => family.accounts[index].password))]
    return {
      ...{ id: before.id, email: before.email, hasCode: row?.tries != null, wrongCodes: row?.tries ?? 0 },
      password: await findPassword(row?.hash ?? null, possible, passwords),
      sessions: new Map(row?.sessions.map((id) => [id, before.sessions.get(id)])),
      knownDevices: row?.known ?? 0,
      failures: failed.find(({ key }) => key === names[index])?.failures ?? 0,
      rows: new Map(
        counted.filter((one) => one.parent_id === before.id).map((one) => [one.kind, one.number]),
      ),
    }
  }
  return {
    ...{ name: first.name, accounts: [await read(0), await read(1)] },
    devices: new Map(devices.rows.map(({ token, session_id }) => [token, session_id])),
    dead: first.dead,
  }
}

/**
 * Replaces the ids of sessions that `expected` does not contain by UNKNOWN_SESSION: they come from sign-ins whose
 * answer was lost.
 */
function withUnknownSessions(actual: Family, expected: Family): Family {
  const expectedSessions = new Set(expected.accounts.flatMap(({ sessions }) => [...sessions.keys()]))
  const nameOf = (id: string) => (expectedSessions.has(id) ? id : UNKNOWN_SESSION)
  const accounts = actual.accounts.map((account) => ({
    ...account,
    sessions: new Map([...account.sessions].map(([id, jwt]) => [nameOf(id), jwt])),
  })) as Family['accounts']
  return { ...actual, accounts }
}

/** Returns the facts that differ between the database and the expected state; empty if there are none. */
export function differences(actual: Family, expected: Family): string[] {
  const [actualLines, expectedLines] = [linesOf(withUnknownSessions(actual, expected)), linesOf(expected)]
  return [
    ...expectedLines.filter((line) => !actualLines.includes(line)).map((line) => `missing: ${line}`),
    ...actualLines.filter((line) => !expectedLines.includes(line)).map((line) => `unexpected: ${line}`),
  ]
}
