import { attempts, invitations } from '@apoderados/core/db/tables/accounts'
import { mails, pushTokens } from '@apoderados/core/db/tables/messages'
import { parents } from '@apoderados/core/db/tables/people'
import { inviteParents, resetAccess } from '@apoderados/core/invitations/invitations'
import { revealCode } from '@apoderados/core/secrets/oneTimeCodes'
import { eq, inArray } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, vi } from 'vitest'
import { createTestSchool } from '../testSchool.ts'
import { setupServer, type TestServer } from '../testServer.ts'

export const NEW_PASSWORD = 'tres-tristes-tigres'
/** The e-mails of the two parents. */
export const ELENA = 'elena@example.com'
export const BRUNO = 'bruno@example.com'
/** The body of the response that refuses a sign-in. */
export const REFUSED = { success: false, message: 'Credenciales inválidas' }
const letterDelivery = { byMail: false }

type PasswordMethod = 'matches' | 'hash'

/**
 * Makes the next call of `passwords[method]` wait after its work until `resume` is called; `reached` resolves when it
 * waits.
 */
function pauseNextCall(passwords: TestServer['services']['passwords'], method: PasswordMethod) {
  const reached = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const real = passwords[method] as (...args: unknown[]) => Promise<unknown>
  const spy = vi.spyOn(passwords, method).mockImplementationOnce((async (...args: unknown[]) => {
    const result = await real(...args)
    reached.resolve()
    await gate.promise
    return result
  }) as never)
  const resume = () => {
    gate.resolve()
    spy.mockRestore()
  }
  return { reached: reached.promise, resume }
}

/** Provides the parents Elena and Bruno, who have neither a password nor an invitation at the start of each test. */
export function setupInvitedParents() {
  const server = setupServer()
  let elena = 0
  let bruno = 0

  const invite = (ids: number[], delivery = letterDelivery) =>
    server().db.transaction((transaction) =>
      inviteParents(transaction, server().services.keys, ids, delivery),
    )
  const reset = (id: number, delivery = letterDelivery) =>
    server().db.transaction((transaction) => resetAccess(transaction, server().services.keys, id, delivery))

  /** Returns the one-time password that the invitation letter shows. */
  async function passwordOf(parent_id: number): Promise<string> {
    const [row] = await server().db.select().from(invitations).where(eq(invitations.parent_id, parent_id))
    return revealCode(server().services.keys, 'invitation', row?.seed ?? '') as string
  }
  async function invited(parent_id: number): Promise<string> {
    expect(await invite([parent_id])).toBe(1)
    return passwordOf(parent_id)
  }
  const rowOf = async (parent_id: number) => {
    const [row] = await server().db.select().from(parents).where(eq(parents.id, parent_id))
    return row
  }
  const signIn = async (email: string, password: string): Promise<string> =>
    (await server().login(email, password)).json().jwt
  const profile = (jwt: string) => server().send('getProfile', {}, { jwt })
  const change = (jwt: string, current_password: string, new_password = NEW_PASSWORD) =>
    server().send('changePassword', { current_password, new_password }, { jwt })
  const kindsOfMail = async (parent_id: number) => {
    const rows = await server()
      .db.select({ kind: mails.kind })
      .from(mails)
      .where(eq(mails.parent_id, parent_id))
    return rows.map(({ kind }) => kind).sort()
  }

  const pauseNext = (method: PasswordMethod) => pauseNextCall(server().services.passwords, method)

  beforeAll(async () => {
    const school = await createTestSchool(server())
    elena = await school.parent({ email: ELENA })
    bruno = await school.parent({ email: BRUNO })
  })

  beforeEach(async () => {
    for (const table of [invitations, mails, attempts, pushTokens]) await server().db.delete(table)
    const resetColumns = {
      password_hash: null,
      password_changed: false,
      password_changed_at: null,
      is_active: true,
    }
    await server()
      .db.update(parents)
      .set({ ...resetColumns, account_confirmed: false, account_confirmed_at: null })
      .where(inArray(parents.id, [elena, bruno]))
  })
  return {
    server,
    invite,
    reset,
    passwordOf,
    invited,
    rowOf,
    signIn,
    profile,
    change,
    kindsOfMail,
    pauseNext,
    ids: () => ({ elena, bruno }),
  }
}
