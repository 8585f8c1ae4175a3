import { until } from '../../../support/stage/programs.ts'
import { send } from '../faults/call.ts'
import { readFamily, type Watch } from './actual.ts'
import { adopt, judge, statesOf } from './compare.ts'
import type { Family } from './family.ts'
import type { Mailbox } from './mailbox.ts'
import type { Client, Written } from './writer.ts'

/** `open`: what became of the writes whose answer never came. */
export type Checked = { open: { before: number; between: number; after: number }; faults: string[] }

/** Connections of a server that was killed may still be at work. */
export async function untilNobodyWrites({ client }: Watch, since: Date): Promise<void> {
  await until(async () => {
    const { rows } = await client.query(
      `select 1 from pg_stat_activity
        where application_name = 'apoderados' and state <> 'idle' and backend_start < $1`,
      [since],
    )
    return rows.length === 0
  }, 'the end of the last statements')
}

/** What was ended must stay so: tokens and codes are tried once more. */
async function tryTheDead(url: string, { name, dead }: Family): Promise<string[]> {
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

/** Holds a family's state against what was acknowledged; the model goes on from what is there. */
async function checkFamily(look: Watch, { family }: Client, { open, wrong }: Written): Promise<Checked> {
  const states = open ? statesOf(family, open) : [family]
  const actual = await readFamily(look, states)
  const verdict = judge(actual, states)
  adopt(family, actual, verdict)
  const became = { before: 0, between: 0, after: 0 }
  if (open && verdict.found !== undefined)
    became[typeof verdict.found === 'number' ? 'between' : verdict.found] = 1
  const what = open ? `${open.name} without an answer` : 'nothing under way'
  return {
    open: became,
    faults: [...wrong, ...verdict.told.map((line) => `${family.name}, ${what}: ${line}`)],
  }
}

export async function checkAll(
  look: Watch,
  url: string,
  clients: Client[],
  written: Written[],
): Promise<Checked> {
  const sum: Checked = { open: { before: 0, between: 0, after: 0 }, faults: [] }
  for (const [index, client] of clients.entries()) {
    const { open, faults } = await checkFamily(look, client, written[index] as Written)
    for (const key of ['before', 'between', 'after'] as const) sum.open[key] += open[key]
    sum.faults.push(...faults, ...(await tryTheDead(url, client.family)))
  }
  // A day passes: a parent gets three codes an hour at will.
  await look.client.query('delete from attempts')
  for (const { family } of clients) for (const account of family.accounts) account.failures = 0
  return sum
}

/** Every mail that was queued has left, and none that was not; `again`: the mail server took so many a second time. */
export async function checkMails(look: Watch, mailbox: Mailbox): Promise<{ told: string; faults: string[] }> {
  await until(async () => {
    const { rows } = await look.client.query(
      'select 1 from mails where sent_at is null and given_up_at is null limit 1',
    )
    return rows.length === 0
  }, 'the end of the mail queue')
  const { rows } = await look.client.query<{ id: string; kind: string; is_sent: boolean }>(
    'select id, kind, sent_at is not null as is_sent from mails',
  )
  const { ids, again, changed } = mailbox.sum()
  const names = new Set([...ids].map((id) => /^<([0-9a-f]+)@/.exec(id)?.[1]))
  const lost = rows.filter(({ id, is_sent }) => is_sent && !names.has(id)).length
  // A code that was replaced before its mail left is of no use to anybody.
  const unsent = rows.filter(({ kind, is_sent }) => !is_sent && kind !== 'recovery_code').length
  const known = new Set(rows.map(({ id }) => id))
  const made = [...names].filter((id) => !known.has(id ?? '')).length
  const sum = { lost: lost + unsent, 'of nothing': made, 'changed at a second try': changed }
  const faults = Object.entries(sum).flatMap(([what, number]) =>
    number > 0 ? [`mails ${what}: ${number}`] : [],
  )
  return {
    told: `${rows.length} mails queued, ${lost + unsent} lost, ${made} of nothing, ${again} came twice`,
    faults,
  }
}
