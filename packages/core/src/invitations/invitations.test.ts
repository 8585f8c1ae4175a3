import { letTimePass } from '@apoderados/testing/accounts/attempts'
import { BRUNO, ELENA, REFUSED, setupInvitedParents } from '@apoderados/testing/accounts/invitedParents'
import { createTestSchool } from '@apoderados/testing/testSchool'
import { and, eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { attempts, invitations } from '../db/tables/accounts.ts'
import { auditLog } from '../db/tables/audit.ts'
import { mails } from '../db/tables/messages.ts'
import { parents } from '../db/tables/people.ts'
import { removeExpired } from '../retention/retention.ts'
import { loadKeys } from '../secrets/keys.ts'
import { revealCode } from '../secrets/oneTimeCodes.ts'

const { server, invite, reset, passwordOf, invited, rowOf, signIn, profile, change, kindsOfMail, ids } =
  setupInvitedParents()
let elena: number
let bruno: number

beforeAll(() => {
  ;({ elena, bruno } = ids())
})

describe('a one-time password', () => {
  it('opens the account any number of times, until the guardian chooses a password', async () => {
    const password = await invited(elena)
    expect(password).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{5}$/)
    for (let login = 0; login < 3; login += 1) {
      const response = await server().login(ELENA, password)
      expect(response.statusCode).toBe(200)
      const { parent } = response.json()
      expect(parent).toMatchObject({ password_changed: false, account_confirmed: false })
      expect((await profile(response.json().jwt)).json().password_changed).toBe(false)
    }
    expect(await rowOf(elena)).toMatchObject({ password_hash: null })
    const logged = await server().db.select().from(auditLog).where(eq(auditLog.parent_id, elena))
    expect(new Set(logged.map(({ action }) => action))).toEqual(new Set(['login']))
  })

  it.each([
    ['in lower case', (code: string) => code.toLowerCase()],
    ['without hyphens', (code: string) => code.replaceAll('-', '')],
    ['with blanks and other dashes', (code: string) => ` ${code.replaceAll('-', ' – ')}\u00a0`],
    [
      'with O for 0, and I or L for 1',
      (code: string) => code.replaceAll('0', 'o').replace('1', 'l').replace('1', 'I'),
    ],
  ])('is accepted %s', async (_, typed) => {
    expect((await server().login(ELENA, typed(await invited(elena)))).statusCode).toBe(200)
  })

  it('is rejected if it is of another account or key, is a recovery code, or is empty', async () => {
    const [ofElena, ofBruno] = [await invited(elena), await invited(bruno)]
    const [row] = await server().db.select().from(invitations).where(eq(invitations.parent_id, elena))
    const seed = row?.seed as string
    const strangers = await loadKeys(['Zx8Qm2Lk9Vb4Nc7Rt1Yw6Hp3Jd5Fg0Sa-uE'], '')
    const { keys } = server().services
    for (const wrong of [
      ofBruno,
      revealCode(strangers, 'invitation', seed.replace(/^[^.]+/, strangers[0].kid)),
      revealCode(keys, 'recovery', seed),
      '0000-0000-00000',
      row?.code,
      seed,
    ]) {
      await server().db.delete(attempts)
      expect((await server().login(ELENA, wrong)).json()).toEqual(REFUSED)
    }
    expect((await server().login(ELENA, ofElena)).statusCode).toBe(200)
    await server().db.delete(invitations)
    expect((await server().login(ELENA, ofElena)).json()).toEqual(REFUSED)
  })

  it('expires after fourteen days', async () => {
    const password = await invited(elena)
    const age = (days: number) =>
      server()
        .db.update(invitations)
        .set({ expires_at: sql`${invitations.expires_at} - make_interval(days => ${days})` })
    await age(13)
    expect((await server().login(ELENA, password)).statusCode).toBe(200)
    await removeExpired(server().db)
    expect(await server().db.select().from(invitations)).toHaveLength(1)
    await age(1)
    expect((await server().login(ELENA, password)).json()).toEqual(REFUSED)
    await age(59)
    await removeExpired(server().db)
    expect(await server().db.select().from(invitations)).toHaveLength(1)
    await age(1)
    await removeExpired(server().db)
    expect(await server().db.select().from(invitations)).toEqual([])
  })

  it('does not open a closed account', async () => {
    const password = await invited(elena)
    await server().db.update(parents).set({ is_active: false }).where(eq(parents.id, elena))
    expect((await server().login(ELENA, password)).json()).toEqual(REFUSED)
  })

  it('is not stored in the database', async () => {
    await invite([elena], { byMail: true })
    const password = await passwordOf(elena)
    await server().login(ELENA, password)
    for (const table of ['parents', 'invitations', 'mails', 'sessions', 'audit_log', 'attempts']) {
      const { rows } = await server().db.execute(sql.raw(`select * from ${table}`))
      const text = JSON.stringify(rows)
      for (const secret of [password, password.replaceAll('-', '')]) expect(text).not.toContain(secret)
    }
  })

  it('costs one slow hash when it is wrong, and gets the same message as any other account', async () => {
    await invited(elena)
    const hashes = vi.spyOn(server().services.passwords, 'matches')
    const responses = []
    for (const email of [ELENA, BRUNO, 'otra.familia@example.com', 'nadie@example.com']) {
      hashes.mockClear()
      responses.push(await server().login(email, '0000-0000-00000'))
      expect(hashes, email).toHaveBeenCalledTimes(1)
    }
    const [first] = responses
    for (const response of responses) {
      expect([response.statusCode, response.body]).toEqual([401, first?.body])
      expect(Object.keys(response.headers)).toEqual(Object.keys(first?.headers ?? {}))
    }
  })

  it('is subject to the sign-in limits', async () => {
    const password = await invited(elena)
    for (let failure = 0; failure < 8; failure += 1) await server().login(ELENA, '0000-0000-00000')
    expect((await server().login(ELENA, password)).statusCode).toBe(429)
    await letTimePass(server().db, 31)
    expect((await server().login(ELENA, password)).statusCode).toBe(200)
  })
})

describe('invitations of many guardians', () => {
  it('are sent to open accounts without a password, each with a different code', async () => {
    await server().db.update(parents).set({ is_active: false }).where(eq(parents.id, bruno))
    const school = await createTestSchool(server())
    const owner = await school.parent()
    const { rows } = await server().db.execute<{ id: number }>(sql`
      insert into parents (email, name, last_name)
      select 'muchos.' || number || '@example.com', 'Ana', 'Soto' from generate_series(1, 2500) as number
      returning id::int`)
    const many = rows.map(({ id }) => id)
    const unknown = 2 ** 40
    expect(await invite([bruno, owner, unknown, elena, elena, ...many])).toBe(2501)
    const created = await server().db.select().from(invitations)
    expect(new Set(created.map(({ parent_id }) => parent_id))).toEqual(new Set([elena, ...many]))
    expect(new Set(created.map(({ code }) => code)).size).toBe(2501)
    expect(await server().db.select().from(mails)).toEqual([])
    expect(
      (await server().login('muchos.2222@example.com', await passwordOf(many[2221] as number))).statusCode,
    ).toBe(200)
  })

  it('are each mailed, and the mail expires with the invitation', async () => {
    expect(await invite([elena, bruno], { byMail: true })).toBe(2)
    const rows = await server()
      .db.select({ kind: mails.kind, is_same: sql`${mails.expires_at} = ${invitations.expires_at}` })
      .from(mails)
      .innerJoin(
        invitations,
        and(eq(invitations.parent_id, mails.parent_id), eq(invitations.seed, mails.seed)),
      )
    expect(rows).toEqual(Array(2).fill({ kind: 'invitation', is_same: true }))
  })

  it('are created once by two concurrent commands, and never for a guardian with a password', async () => {
    await Promise.all([invite([elena, bruno]), invite([bruno, elena]), invite([elena, bruno])])
    expect(await server().db.select().from(invitations)).toHaveLength(2)
    const password = await passwordOf(elena)
    const jwt = await signIn(ELENA, password)
    await Promise.all([change(jwt, password), invite([elena])])
    const row = await rowOf(elena)
    const remaining = await server().db.select().from(invitations).where(eq(invitations.parent_id, elena))
    expect(remaining).toHaveLength(row?.password_hash ? 0 : 1)
  })
})

describe('an account reset', () => {
  const setOwnPassword = async () => {
    const password_hash = await server().services.passwords.hash('demo1234')
    await server()
      .db.update(parents)
      .set({ password_hash, password_changed: true })
      .where(eq(parents.id, elena))
  }

  it('ends sessions, codes and the password, and creates a one-time password', async () => {
    await setOwnPassword()
    const jwt = await server().signIn(ELENA)
    await server().send('requestRecovery', { email: ELENA })
    const [mail] = await server().db.select().from(mails)
    const token = revealCode(server().services.keys, 'recovery', mail?.seed ?? '') as string
    for (let failure = 0; failure < 8; failure += 1) await server().login(ELENA, 'clave-errada')
    expect((await server().login(ELENA)).statusCode).toBe(429)
    expect(await reset(elena)).toBe(true)
    expect((await profile(jwt)).statusCode).toBe(401)
    expect((await server().login(ELENA)).json()).toEqual(REFUSED)
    expect((await server().send('validateRecovery', { token })).statusCode).toBe(400)
    const response = await server().login(ELENA, await passwordOf(elena))
    expect(response.statusCode).toBe(200)
    expect(response.json().parent.password_changed).toBe(false)
  })

  it('is notified by mail, with the new password if it is sent by mail', async () => {
    await setOwnPassword()
    await reset(elena)
    expect(await kindsOfMail(elena)).toEqual(['password_changed'])
    await server().db.delete(mails)
    await reset(elena, { byMail: true })
    expect(await kindsOfMail(elena)).toEqual(['invitation'])
  })

  it('does nothing for a closed or missing account', async () => {
    await setOwnPassword()
    await server().db.update(parents).set({ is_active: false }).where(eq(parents.id, elena))
    expect([await reset(elena), await reset(2 ** 40)]).toEqual([false, false])
    expect((await rowOf(elena))?.password_hash).not.toBeNull()
    expect(await server().db.select().from(invitations)).toEqual([])
  })
})
