import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '@apoderados/school-data/random'
import { isOpen, type Reply, send } from '../faults/call.ts'
import { statesOf } from './compare.ts'
import type { Account, Family } from './family.ts'
import { foreignRead, removeDevice, saveDevice } from './lesserWrites.ts'
import type { Mailbox } from './mailbox.ts'
import {
  askForCode,
  changePassword,
  SIGN_OUT_PATHS,
  type SignOutPath,
  signIn,
  signOut,
  useCode,
  type Write,
  wrongCode,
  wrongPassword,
} from './writes.ts'

const SESSIONS_MAX = 4
const FREE_FAILURES = 3
const WRONG_CODES = 2
const DEVICES = 4
const PAUSE_MS = 5

/** `codesSeen`: how many codes had come by mail when the last one was asked for. */
export type Client = { family: Family; random: Random; mailbox: Mailbox; codesSeen: [number, number] }

/** The code that opens the account now, once it has come. */
function codeOf(
  { mailbox, codesSeen }: Client,
  index: 0 | 1,
  { email, hasCode }: Account,
): string | undefined {
  const codes = mailbox.codesTo(email)
  return hasCode && codes.length > codesSeen[index] ? codes.at(-1) : undefined
}

/** What can be done to an account as it stands, the more often the more it stands here. */
function choices(client: Client, index: 0 | 1): (() => Write)[] {
  const { family, random } = client
  const account = family.accounts[index]
  const isSignedIn = [...account.sessions.values()].some((jwt) => jwt !== undefined)
  const token = `device ${random.below(DEVICES)} of ${family.name}`
  const password = `Clave-${random.id().slice(0, 12)}`
  const code = codeOf(client, index, account)
  const way = random.chance(0.5) ? 'recovery_confirm' : 'change_password_with_token'
  const path = SIGN_OUT_PATHS[random.below(SIGN_OUT_PATHS.length)] as SignOutPath
  return [
    ...(account.sessions.size < SESSIONS_MAX ? [() => signIn(family, index)] : []),
    ...(account.failures < FREE_FAILURES ? [() => wrongPassword(family, index)] : []),
    ...(account.hasCode && !code ? [] : [() => askForCode(family, index, code)]),
    ...(account.hasCode && account.wrongCodes < WRONG_CODES ? [() => wrongCode(family, index)] : []),
    ...(code ? [() => useCode(family, index, { code, way, password })] : []),
    ...(code ? [() => useCode(family, index, { code, way, password })] : []),
    ...(isSignedIn
      ? [
          ...[() => changePassword(family, index, password), () => signOut(family, index, path)],
          ...[() => saveDevice(family, index, token), () => saveDevice(family, index, token)],
          ...[() => removeDevice(family, index, token), () => foreignRead(family, index, 2 ** 40)],
        ]
      : []),
  ]
}

export function choose(client: Client): Write {
  const index = client.random.chance(0.5) ? 0 : 1
  const write = client.random.pick(choices(client, index))()
  if (write.name === 'request for a code')
    client.codesSeen[index] = client.mailbox.codesTo(client.family.accounts[index].email).length
  return write
}

/** `open`: nobody knows what became of it. `wrong`: answers that the contract does not give. */
export type Written = { open?: Write; wrong: string[] }

/**
 * What several clients share. `mayFail`: whether what makes calls fail has begun, asked once one has failed.
 * `acknowledged`: the names of the writes that were.
 */
export type Run = { signal: AbortSignal; mayFail: () => boolean | Promise<boolean>; acknowledged: string[] }

const told = (write: Write, { name }: Family, { status, body }: Reply) =>
  `${write.name} of ${name}: ${status || 'no answer'} ${body.message ?? ''}`.trimEnd()

/** One write after the other until `signal` or one without an answer; what is acknowledged stands in the model. */
export async function writeUntil(url: string, client: Client, run: Run): Promise<Written> {
  while (!run.signal.aborted) {
    const write = choose(client)
    const reply = await send(url, write.call)
    if (isOpen(reply)) {
      const wrong = `${told(write, client.family, reply)}, and nothing had been broken`
      return { open: write, wrong: (await run.mayFail()) ? [] : [wrong] }
    }
    if (reply.status !== write.status) return { open: write, wrong: [told(write, client.family, reply)] }
    Object.assign(client.family, statesOf(client.family, write, reply.body).at(-1))
    run.acknowledged.push(write.name)
    await sleep(PAUSE_MS)
  }
  return { wrong: [] }
}
