import {
  ELENA,
  NEW_PASSWORD,
  REFUSED,
  setupInvitedParents,
} from '@apoderados/testing/accounts/invitedParents'
import { and, eq, isNull } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { attempts, invitations, sessions } from '../db/tables/accounts.ts'
import { mails, pushTokens } from '../db/tables/messages.ts'
import { revealCode } from '../secrets/oneTimeCodes.ts'

const { server, invite, invited, signIn, profile, change, kindsOfMail, pauseNext, ids } =
  setupInvitedParents()
let elena: number

beforeAll(() => {
  ;({ elena } = ids())
})

describe('the first password that a guardian chooses', () => {
  it('is set with the one-time password, which is invalid afterwards', async () => {
    const startedAt = Date.now()
    const password = await invited(elena)
    const [ownSession, otherSession] = [await signIn(ELENA, password), await signIn(ELENA, password)]
    expect((await change(ownSession, 'clave-errada')).json().message).toBe('Contraseña actual incorrecta')
    expect((await change(ownSession, password.toLowerCase())).statusCode).toBe(200)
    expect([(await profile(ownSession)).statusCode, (await profile(otherSession)).statusCode]).toEqual([
      200, 401,
    ])
    const known = (await profile(ownSession)).json()
    expect(known).toMatchObject({ password_changed: true, account_confirmed: true })
    expect(Date.parse(known.account_confirmed_at)).toBeGreaterThanOrEqual(startedAt)
    expect(await server().db.select().from(invitations)).toEqual([])
    expect((await server().login(ELENA, password)).json()).toEqual(REFUSED)
    expect((await change(ownSession, password)).statusCode).toBe(400)
    expect((await server().login(ELENA, NEW_PASSWORD)).statusCode).toBe(200)
    // Two later sign-ins were from devices that the account did not know.
    expect(await kindsOfMail(elena)).toEqual(['new_device', 'new_device', 'password_changed'])
  })

  it('extends this session to 30 days, instead of ending it with the invitation', async () => {
    const password = await invited(elena)
    const soon = new Date(Date.now() + 3_600_000)
    await server().db.update(invitations).set({ expires_at: soon })
    const [ownSession, otherSession] = [await signIn(ELENA, password), await signIn(ELENA, password)]
    const expiryOf = async (jwt: string) => {
      const { sid } = JSON.parse(Buffer.from(jwt.split('.')[1] as string, 'base64url').toString())
      const [row] = await server().db.select().from(sessions).where(eq(sessions.id, sid))
      return row?.expires_at
    }
    expect([await expiryOf(ownSession), await expiryOf(otherSession)]).toEqual([soon, soon])
    expect((await change(ownSession, password)).statusCode).toBe(200)
    const days = (((await expiryOf(ownSession)) ?? soon).getTime() - Date.now()) / 86_400_000
    expect(Math.round(days)).toBe(30)
  })

  it('is still required if the one-time password expires during the sign-in: the session ends with it', async () => {
    const password = await invited(elena)
    const soon = new Date(Date.now() + 3_600_000)
    await server().db.update(invitations).set({ expires_at: soon })
    const { reached, resume } = pauseNext('matches')
    const signingIn = server().login(ELENA, password)
    await reached
    await server()
      .db.update(invitations)
      .set({ expires_at: new Date(0) })
    resume()
    const { jwt } = (await signingIn).json()
    const { session_id } = server().services.tokens.read(jwt) ?? {}
    const [session] = await server()
      .db.select()
      .from(sessions)
      .where(eq(sessions.id, session_id ?? ''))
    expect(session?.expires_at).toEqual(soon)
  })

  it('cannot be the one-time password of the letter', async () => {
    const password = await invited(elena)
    const jwt = await signIn(ELENA, password)
    for (const same of [password, password.toLowerCase(), password.replaceAll('-', '')]) {
      expect((await change(jwt, password, same)).json().message).toBe(
        'Esa contraseña es muy fácil de adivinar. Elige otra.',
      )
    }
    expect((await change(jwt, password)).statusCode).toBe(200)
  })

  it('can also be set by a recovery, which ends the invitation', async () => {
    const password = await invited(elena)
    const jwt = await signIn(ELENA, password)
    await server().send('requestRecovery', { email: ELENA })
    const [mail] = await server().db.select().from(mails).where(eq(mails.kind, 'recovery_code'))
    const token = revealCode(server().services.keys, 'recovery', mail?.seed ?? '')
    const recover = (new_password: string) =>
      server().send('confirmRecovery', { email: ELENA, token, new_password })
    expect((await recover(password)).statusCode).toBe(400)
    expect((await recover(NEW_PASSWORD)).statusCode).toBe(200)
    expect((await profile(jwt)).statusCode).toBe(401)
    expect(await server().db.select().from(invitations)).toEqual([])
    expect((await server().login(ELENA, password)).json()).toEqual(REFUSED)
    expect((await server().login(ELENA, NEW_PASSWORD)).statusCode).toBe(200)
  })

  it('is one of the choices if several are sent at once', async () => {
    const password = await invited(elena)
    const jwts = [await signIn(ELENA, password), await signIn(ELENA, password)]
    const choices = Array.from({ length: 10 }, (_, index) => `tres-tristes-tigres-${index}`)
    const responses = await Promise.all(
      choices.map((choice, index) => change(jwts[index % 2] as string, password, choice)),
    )
    const statuses = responses.map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    // A call gets 401 if a faster call has ended its session, and 429 while others use up the allowed failures.
    expect(statuses.filter((status) => ![200, 400, 401, 429].includes(status))).toEqual([])
    const chosen = choices[statuses.indexOf(200)]
    await server().db.delete(attempts)
    expect((await server().login(ELENA, chosen)).statusCode).toBe(200)
  })
})

describe('a newer invitation', () => {
  it('replaces the older one and ends its sessions', async () => {
    const older = await invited(elena)
    const jwt = await signIn(ELENA, older)
    await server().send('savePushToken', { token: 'telefono-1' }, { jwt })
    const newer = await invited(elena)
    expect(newer).not.toBe(older)
    expect((await profile(jwt)).statusCode).toBe(401)
    expect(await server().db.select().from(pushTokens)).toEqual([])
    expect((await server().login(ELENA, older)).json()).toEqual(REFUSED)
    expect((await server().login(ELENA, newer)).statusCode).toBe(200)
  })

  it('refuses a concurrent sign-in with the older one', async () => {
    const older = await invited(elena)
    const { reached, resume } = pauseNext('matches')
    const signingIn = server().login(ELENA, older)
    await reached
    await invite([elena])
    resume()
    expect((await signingIn).json()).toEqual(REFUSED)
    const alive = and(eq(sessions.parent_id, elena), isNull(sessions.revoked_at))
    expect(await server().db.select().from(sessions).where(alive)).toEqual([])
  })
})
