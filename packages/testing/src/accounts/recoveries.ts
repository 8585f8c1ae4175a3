import { attempts, knownDevices, recoveryCodes } from '@apoderados/core/db/tables/accounts'
import { mails } from '@apoderados/core/db/tables/messages'
import { parents } from '@apoderados/core/db/tables/people'
import { revealCode } from '@apoderados/core/secrets/oneTimeCodes'
import { and, desc, eq, isNull } from 'drizzle-orm'
import { beforeEach } from 'vitest'
import { setupServer } from '../testServer.ts'
import { letTimePass } from './attempts.ts'

export const NEW_PASSWORD = 'tres-tristes-tigres'

/**
 * Provides the calls of a password recovery, by default each from a new network address. `other` is a second server
 * with the same database and keys, like another process.
 */
export function setupRecoveries() {
  const server = setupServer()
  const other = setupServer({ secondProcessOf: server })

  let addresses = 0
  const newAddress = () => {
    addresses += 1
    return { remoteAddress: `10.1.${addresses >> 8}.${addresses & 255}` }
  }
  const ask = (email: string, from = newAddress()) => server().send('requestRecovery', { email }, from)
  const confirm = (email: string, token: string, new_password = NEW_PASSWORD, from = newAddress()) =>
    server().send('confirmRecovery', { email, token, new_password }, from)
  const validate = (token: string, from = newAddress()) => server().send('validateRecovery', { token }, from)
  const changeWith = (token: string, password = NEW_PASSWORD, from = newAddress()) =>
    server().send('changePasswordWithToken', { token, password1: password, password2: password }, from)

  const idOf = async (email: string) => {
    const [row] = await server().db.select({ id: parents.id }).from(parents).where(eq(parents.email, email))
    return row?.id as number
  }
  const mailsTo = async (email: string) =>
    server()
      .db.select()
      .from(mails)
      .where(and(eq(mails.parent_id, await idOf(email)), isNull(mails.sent_at)))
      .orderBy(desc(mails.queued_at))
  const codeMails = async (email: string) =>
    (await mailsTo(email)).filter(({ kind }) => kind === 'recovery_code')

  /** Returns the code that the newest recovery mail shows. */
  async function newestCode(email: string): Promise<string> {
    const [mail] = await codeMails(email)
    return revealCode(server().services.keys, 'recovery', mail?.seed ?? '') as string
  }

  async function codeFor(email: string): Promise<string> {
    await ask(email)
    return newestCode(email)
  }

  const anHourPasses = () => letTimePass(server().db, 3_600)
  beforeEach(async () => {
    const password_hash = await server().services.passwords.hash('demo1234')
    await server().db.update(parents).set({ password_hash, password_changed: false, is_active: true })
    for (const table of [attempts, recoveryCodes, mails, knownDevices]) await server().db.delete(table)
  })
  return {
    server,
    other,
    newAddress,
    ask,
    confirm,
    validate,
    changeWith,
    idOf,
    mailsTo,
    codeMails,
    newestCode,
    codeFor,
    anHourPasses,
  }
}
