import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '@apoderados/school-data/random'
import { isOutcomeUnknown, send } from '@apoderados/tests-support/environment/call.ts'
import { parseMail } from '../../e2e/support/mailServer.ts'
import type { Account } from './account.ts'
import {
  changePassword,
  type KnownSession,
  readForeignStudent,
  recoverWithCode,
  removeDevice,
  requestCode,
  saveDevice,
  signIn,
  signInWrongly,
  signOut,
  type Write,
} from './writes.ts'

const SESSIONS_MAX = 4
const FAILURES_MAX = 3
const DEVICE_COUNT = 4
const WRITE_PAUSE_MS = 5
const CODE_PATTERN = /\b[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{5}\b/

/** Writes to one account, one call at a time. `codesSeen` counts the codes mailed before its last request for one. */
export type Client = { account: Account; random: Random; outbox: string; codesSeen: number }

/** Returns the codes mailed to the account, the newest last; the server writes mails to files, named by their time. */
function mailedCodes({ outbox, account }: Client): string[] {
  const names = readdirSync(outbox, { recursive: true }).map(String)
  const mails = names
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .map((name) => parseMail(readFileSync(join(outbox, name), 'utf8')))
  return mails.flatMap(({ to, text }) => (to === account.email ? (CODE_PATTERN.exec(text) ?? []) : []))
}

/** Chooses among the writes that are possible in the account's current state. */
export function chooseWrite(client: Client): Write {
  const { account, random } = client
  const codes = account.hasCode ? mailedCodes(client) : []
  const code = codes.length > client.codesSeen ? codes.at(-1) : undefined
  // A new password or another request voids the code: its mail, still on its way, would be taken for a valid one.
  const isCodeOnItsWay = account.hasCode && code === undefined
  const session = [...account.sessions].find((each): each is KnownSession => each[1] !== undefined)
  const token = `device ${random.below(DEVICE_COUNT)} of ${account.id}`
  const password = `Clave-${random.id().slice(0, 12)}`
  const possible = [
    ...(account.sessions.size < SESSIONS_MAX ? [() => signIn(account)] : []),
    ...(account.failures < FAILURES_MAX ? [() => signInWrongly(account)] : []),
    ...(isCodeOnItsWay ? [] : [() => requestCode(account, code)]),
    ...(code ? Array(3).fill(() => recoverWithCode(account, code, password)) : []),
    ...(session && !isCodeOnItsWay ? [() => changePassword(account, session, password)] : []),
    ...(session
      ? [
          () => signOut(session),
          () => saveDevice(session, token),
          () => removeDevice(session, token),
          () => readForeignStudent(session),
        ]
      : []),
  ]
  const write = random.pick(possible)()
  if (write.name === 'request for a code') client.codesSeen = mailedCodes(client).length
  return write
}

/** Returns the possible states after a write: before it, and after each of its steps. */
export function statesAfter(account: Account, { steps }: Write, response?: { jwt?: string }): Account[] {
  const states = [account]
  for (const step of steps) {
    const state = structuredClone(states.at(-1) as Account)
    step(state, response)
    states.push(state)
  }
  return states
}

/** `open` is a last write whose outcome is unknown; `faults` lists responses that must not occur. */
export type ClientResult = { open?: Write; faults: string[] }
export type ClientRun = { signal: AbortSignal; isBroken: () => boolean; acknowledged: string[] }

/** Performs one write after the other until `signal` aborts or a response is missing, and updates the model. */
export async function writeUntilStopped(url: string, client: Client, run: ClientRun): Promise<ClientResult> {
  while (!run.signal.aborted) {
    const write = chooseWrite(client)
    const reply = await send(url, write.call)
    const fault = `${write.name}: ${reply.status || 'no response'} ${reply.body.message ?? ''}`
    if (isOutcomeUnknown(reply))
      return { open: write, faults: run.isBroken() ? [] : [`${fault}, and nothing was broken`] }
    if (reply.status !== write.status) return { open: write, faults: [fault] }
    Object.assign(client.account, statesAfter(client.account, write, reply.body).at(-1))
    run.acknowledged.push(write.name)
    await sleep(WRITE_PAUSE_MS)
  }
  return { faults: [] }
}
