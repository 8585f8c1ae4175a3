import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '@apoderados/school-data/random'
import { isOutcomeUnknown, type Reply, send } from '../faults/call.ts'
import { statesOf } from './compare.ts'
import { readForeignStudent, removeDevice, saveDevice } from './deviceAndAuditWrites.ts'
import type { Account, Family } from './family.ts'
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

const ACCOUNT_SESSIONS_MAX = 4
const ACCOUNT_FAILURES_MAX = 3
const WRONG_CODES_MAX = 2
const DEVICES_PER_FAMILY = 4
const WRITE_PAUSE_MS = 5

/** `codesSeen` is, for each account, the number of codes in its mails when it last requested one. */
export type Client = { family: Family; random: Random; mailbox: Mailbox; codesSeen: [number, number] }

/** Returns the account's valid code if its mail has arrived. */
function codeOf(
  { mailbox, codesSeen }: Client,
  index: 0 | 1,
  { email, hasCode }: Account,
): string | undefined {
  const codes = mailbox.codesTo(email)
  return hasCode && codes.length > codesSeen[index] ? codes.at(-1) : undefined
}

/** Returns the writes that are possible in the account's current state; listing one twice makes it more likely. */
function possibleWrites(client: Client, index: 0 | 1): (() => Write)[] {
  const { family, random } = client
  const account = family.accounts[index]
  const isSignedIn = [...account.sessions.values()].some((jwt) => jwt !== undefined)
  const token = `device ${random.below(DEVICES_PER_FAMILY)} of ${family.name}`
  const password = `Clave-${random.id().slice(0, 12)}`
  const code = codeOf(client, index, account)
  const recoveryPath = random.chance(0.5) ? 'recovery_confirm' : 'change_password_with_token'
  // A new password ends the code. If its mail came after a newer code was requested, it would be taken for the newer one.
  const isCodeOnItsWay = account.hasCode && !code
  const path = SIGN_OUT_PATHS[random.below(SIGN_OUT_PATHS.length)] as SignOutPath
  return [
    ...(account.sessions.size < ACCOUNT_SESSIONS_MAX ? [() => signIn(family, index)] : []),
    ...(account.failures < ACCOUNT_FAILURES_MAX ? [() => wrongPassword(family, index)] : []),
    ...(isCodeOnItsWay ? [] : [() => askForCode(family, index, code)]),
    ...(account.hasCode && account.wrongCodes < WRONG_CODES_MAX ? [() => wrongCode(family, index)] : []),
    ...(code ? [() => useCode(family, index, { code, recoveryPath, password })] : []),
    ...(code ? [() => useCode(family, index, { code, recoveryPath, password })] : []),
    ...(isSignedIn
      ? [
          ...(isCodeOnItsWay ? [] : [() => changePassword(family, index, password)]),
          () => signOut(family, index, path),
          ...[() => saveDevice(family, index, token), () => saveDevice(family, index, token)],
          ...[() => removeDevice(family, index, token), () => readForeignStudent(family, index, 2 ** 40)],
        ]
      : []),
  ]
}

export function chooseWrite(client: Client): Write {
  const index = client.random.chance(0.5) ? 0 : 1
  const write = client.random.pick(possibleWrites(client, index))()
  if (write.name === 'request for a code')
    client.codesSeen[index] = client.mailbox.codesTo(client.family.accounts[index].email).length
  return write
}

/** `open` is a last write that was not acknowledged; `violations` lists answers that violate the contract. */
export type WriterResult = { open?: Write; violations: string[] }

/**
 * The state that several clients share. `hasBrokenSomething` is called when a write's outcome is unknown, and returns
 * whether the trial has already broken something, such as killed a process. `acknowledged` lists the names of
 * acknowledged writes.
 */
export type WriterRun = {
  signal: AbortSignal
  hasBrokenSomething: () => boolean | Promise<boolean>
  acknowledged: string[]
}

const describeReply = (write: Write, { name }: Family, { status, body }: Reply) =>
  `${write.name} of ${name}: ${status || 'no answer'} ${body.message ?? ''}`.trimEnd()

/**
 * Performs one write after the other until `signal` aborts or an answer is missing or unexpected, and applies the
 * acknowledged writes to the model.
 */
export async function writeUntilStopped(url: string, client: Client, run: WriterRun): Promise<WriterResult> {
  while (!run.signal.aborted) {
    const write = chooseWrite(client)
    const reply = await send(url, write.call)
    if (isOutcomeUnknown(reply)) {
      const violation = `${describeReply(write, client.family, reply)}, and nothing had been broken`
      return { open: write, violations: (await run.hasBrokenSomething()) ? [] : [violation] }
    }
    if (reply.status !== write.status)
      return { open: write, violations: [describeReply(write, client.family, reply)] }
    Object.assign(client.family, statesOf(client.family, write, reply.body).at(-1))
    run.acknowledged.push(write.name)
    await sleep(WRITE_PAUSE_MS)
  }
  return { violations: [] }
}
