import { waitUntil } from '../../../support/stage/programs.ts'
import { send } from '../faults/call.ts'
import { type DatabaseObserver, readFamily } from './actual.ts'
import { adoptState, matchState, statesOf } from './compare.ts'
import type { Family } from './family.ts'
import type { Mailbox } from './mailbox.ts'
import type { Client, WriterResult } from './writer.ts'

/**
 * `open` counts the writes that were not acknowledged, by what the database has of them: none of their steps
 * (`before`), some (`between`) or all (`after`).
 */
export type StateCheck = { open: { before: number; between: number; after: number }; faults: string[] }

/** Waits until the connections that a killed server opened before `since` have finished their statements. */
export async function waitForIdleBackends({ client }: DatabaseObserver, since: Date): Promise<void> {
  await waitUntil(async () => {
    const { rows } = await client.query(
      `select 1 from pg_stat_activity
        where application_name = 'apoderados' and state <> 'idle' and backend_start < $1`,
      [since],
    )
    return rows.length === 0
  }, 'the end of the last statements')
}

/** Checks that the used codes and the tokens of the last two ended sessions are refused, and empties both lists. */
async function checkEndedAccess(url: string, { name, dead }: Family): Promise<string[]> {
  const faults: string[] = []
  for (const jwt of dead.jwts.splice(0).slice(-2)) {
    const { status } = await send(url, { method: 'GET', path: '/auth/profile', jwt })
    if (status !== 401) faults.push(`${name}: the token of an ended session was answered ${status}`)
  }
  for (const token of dead.codes.splice(0)) {
    const call = { method: 'POST', path: '/auth/recovery_validate', body: { token } } as const
    const { status } = await send(url, call)
    if (status !== 400) faults.push(`${name}: a used code was answered ${status}`)
  }
  return faults
}

/**
 * Compares a family's state in the database with its model, which contains the acknowledged writes, and sets the model
 * to the actual state.
 */
async function checkFamily(
  observer: DatabaseObserver,
  { family }: Client,
  { open, violations }: WriterResult,
): Promise<StateCheck> {
  const states = open ? statesOf(family, open) : [family]
  const actual = await readFamily(observer, states)
  const match = matchState(actual, states)
  adoptState(family, actual, match)
  const outcomes = { before: 0, between: 0, after: 0 }
  if (open && match.found !== undefined)
    outcomes[typeof match.found === 'number' ? 'between' : match.found] = 1
  const openWrite = open ? `${open.name} without an answer` : 'nothing under way'
  return {
    open: outcomes,
    faults: [...violations, ...match.differences.map((line) => `${family.name}, ${openWrite}: ${line}`)],
  }
}

export async function checkFamilies(
  observer: DatabaseObserver,
  url: string,
  clients: Client[],
  results: WriterResult[],
): Promise<StateCheck> {
  const totals: StateCheck = { open: { before: 0, between: 0, after: 0 }, faults: [] }
  for (const [index, client] of clients.entries()) {
    const { open, faults } = await checkFamily(observer, client, results[index] as WriterResult)
    for (const key of ['before', 'between', 'after'] as const) totals.open[key] += open[key]
    totals.faults.push(...faults, ...(await checkEndedAccess(url, client.family)))
  }
  // Deletes the counted attempts, because an account can request only three recovery codes per hour without a pause.
  await observer.client.query('delete from attempts')
  for (const { family } of clients) for (const account of family.accounts) account.failures = 0
  return totals
}

/** Checks that the queued mails arrived, except replaced codes, that no other did, and that duplicates are equal. */
export async function checkMails(
  observer: DatabaseObserver,
  mailbox: Mailbox,
): Promise<{ summary: string; faults: string[] }> {
  await waitUntil(async () => {
    const { rows } = await observer.client.query(
      'select 1 from mails where sent_at is null and given_up_at is null limit 1',
    )
    return rows.length === 0
  }, 'the end of the mail queue')
  const { rows } = await observer.client.query<{ id: string; kind: string; is_sent: boolean }>(
    'select id, kind, sent_at is not null as is_sent from mails',
  )
  const { ids, duplicates, changed } = mailbox.countMails()
  const names = new Set([...ids].map((id) => /^<([0-9a-f]+)@/.exec(id)?.[1]))
  const lostMails = rows.filter(({ id, is_sent }) => is_sent && !names.has(id)).length
  // A code that was replaced before its mail was sent need not be sent.
  const unsent = rows.filter(({ kind, is_sent }) => !is_sent && kind !== 'recovery_code').length
  const queuedIds = new Set(rows.map(({ id }) => id))
  const unexpected = [...names].filter((id) => !queuedIds.has(id ?? '')).length
  const totals = { lost: lostMails + unsent, 'of nothing': unexpected, 'changed at a second try': changed }
  const faults = Object.entries(totals).flatMap(([what, number]) =>
    number > 0 ? [`mails ${what}: ${number}`] : [],
  )
  return {
    summary: `${rows.length} mails queued, ${lostMails + unsent} lost, ${unexpected} of nothing, ${duplicates} came twice`,
    faults,
  }
}
