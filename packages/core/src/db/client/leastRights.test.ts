import { api, type CallName } from '@apoderados/contract/calls/api'
import { CONSENT_VERSION } from '@apoderados/contract/privacy'
import { startHousekeeping } from '@apoderados/server/jobs/housekeeping'
import { createPasskeyDevice } from '@apoderados/testing/accounts/passkeyDevice'
import { makeRoles, urlAs } from '@apoderados/testing/database/databaseRoles'
import { newKeys } from '@apoderados/testing/newKeys'
import { createTestSchool } from '@apoderados/testing/testSchool'
import { CAROLINA, DANIELA, FAMILIES_ORIGIN, setupServer } from '@apoderados/testing/testServer'
import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm'
import pg from 'pg'
import { beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { recordSigningKey } from '../../accounts/signingKeys.ts'
import { inviteParents } from '../../invitations/invitations.ts'
import { queueDueDigests } from '../../mails/digests.ts'
import { revealCode } from '../../secrets/oneTimeCodes.ts'
import { migrate } from '../schema/migrate.ts'
import { invitations } from '../tables/accounts.ts'
import { recordReads } from '../tables/audit.ts'
import { mails } from '../tables/messages.ts'
import { restrictedRoles } from './leastRights.ts'
import { checkServer } from './open.ts'

const SERVER_ROLE = restrictedRoles.server

const owner = setupServer()
const urlOfRole = () => urlAs(owner().url, SERVER_ROLE)
const { query: originalQuery } = pg.Client.prototype
const server = setupServer({
  secondProcessOf: () => ({ url: urlOfRole(), services: owner().services }),
  publicUrl: FAMILIES_ORIGIN,
})

/** The statements that `SERVER_ROLE` has sent without preparing them, except those that begin or end a transaction. */
const unpreparedStatements = new Set<string>()
beforeEach(() => {
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given) {
    const { text, name } = given[0] as unknown as { text: string; name?: string }
    const isPrepared = name !== undefined || /^(begin|commit|rollback)$/.test(text)
    if (this.user === SERVER_ROLE && !isPrepared) unpreparedStatements.add(text)
    return Reflect.apply(originalQuery, this, given)
  })
})

beforeAll(() => makeRoles(owner().db))

/** Returns the fields with which Carolina may make the call, about her first student. */
async function requestFieldsOf(name: CallName): Promise<Record<string, unknown>> {
  const { rows } = await owner().db.$client.query(
    `select event.id, event.document_id, subject.id as subject, period.id as period from enrollments enrollment
     join events event on event.course_id = enrollment.course_id and event.document_id is not null
     join course_subjects subject on subject.course_id = enrollment.course_id
     join sub_periods period on period.establishment_id = enrollment.establishment_id and period.year = enrollment.year
     where enrollment.student_id = 1 limit 1`,
  )
  const [{ document_id, subject, period } = {} as Record<string, unknown>] = rows
  const fieldsByCall: Partial<Record<CallName, object>> = {
    countDiaryEvents: { date_start: '01/03/2026', date_end: '30/11/2026' },
    getDiaryEvents: { date: '04/05/2026' },
    getUpcomingEvents: { date: '04/05/2026' },
    getPeriodQualifications: { establishment_sub_period_id: period },
    getPeriodMarks: { establishment_sub_period_id: period },
    getPeriodQualificationsBySubject: { establishment_sub_period_id: period, course_subject_id: subject },
  }
  if (name === 'getDocument') return { id: document_id }
  if (name === 'getFamilyOverview') return { date: '04/05/2026' }
  if (name === 'markNewsRead') return { student_id: 1, kind: null, until: '2026-05-04T12:00:00Z' }
  return [
    'getProfile',
    'getNews',
    'getNotices',
    'getNotificationSettings',
    'getSessions',
    'getPasskeys',
    'getPrivacy',
    'getContactReaders',
  ].includes(name)
    ? {}
    : { student_id: 1, ...fieldsByCall[name] }
}

/** Requests a recovery code for the account and returns it as the mail shows it. */
async function requestCodeFor(email: string): Promise<string> {
  await server().send('requestRecovery', { email })
  const newest = owner().db.select().from(mails).where(eq(mails.kind, 'recovery_code'))
  const [mail] = await newest.orderBy(desc(mails.queued_at)).limit(1)
  return revealCode(owner().services.keys, 'recovery', mail?.seed ?? '') as string
}

describe('the server’s database account', () => {
  // A certificate is issued, and is among the tests of documents.
  it('suffices for every call that reads', async () => {
    const jwt = await server().signIn(CAROLINA)
    const reads = (Object.keys(api) as CallName[]).filter(
      // The file of a guardian's data is rarely read, by statements that are not prepared: a test below reads it.
      (name) =>
        api[name].method === 'GET' &&
        api[name].needsSession &&
        name !== 'getCertificate' &&
        name !== 'getMyData',
    )
    expect(reads.length).toBeGreaterThan(9)
    for (const name of reads) {
      const response = await server().send(name, await requestFieldsOf(name), { jwt })
      expect([name, response.statusCode]).toEqual([name, 200])
    }
  })

  it('suffices to sign in and out, recover a password, change it and recognise a device', async () => {
    const jwt = await server().signIn(CAROLINA)
    const token = { token: 'un dispositivo' }
    const requests: [CallName, object, number][] = [
      ['login', { email: CAROLINA, password: 'no-es-esta' }, 401],
      ['savePushToken', token, 200],
      ['sendTestNotification', {}, 200],
      ['deletePushToken', token, 200],
      ['createCalendarFeed', { student_id: 1 }, 200],
      ['createCalendarFeed', { student_id: 1 }, 200],
      ['revokeCalendarFeed', { student_id: 1 }, 200],
      ['removePasskey', { passkey_id: '0'.repeat(32), password: 'demo1234' }, 404],
      ['closeSessions', { password: 'demo1234' }, 200],
      ['requestRecovery', { email: CAROLINA }, 200],
      ['confirmRecovery', { email: CAROLINA, token: 'x', new_password: 'caballo-verde-9' }, 400],
      ['validateRecovery', { token: 'x' }, 400],
      ['changePassword', { current_password: 'demo1234', new_password: 'caballo-verde-9' }, 200],
      ['changePassword', { current_password: 'caballo-verde-9', new_password: 'demo1234' }, 200],
      ['endSession', {}, 200],
    ]
    for (const [name, fields, status] of requests) {
      const response = await server().send(name, { ...fields }, { jwt })
      expect([name, response.statusCode, response.json().message]).toEqual([name, status, expect.any(String)])
    }
  })

  it('suffices to add a passkey and to sign in with it', async () => {
    const jwt = await server().signIn(CAROLINA)
    const device = createPasskeyDevice(FAMILIES_ORIGIN)
    const optionsOf = async (name: CallName, fields: object) =>
      (await server().send(name, { ...fields }, { jwt })).json().options
    const passkey = device.create(await optionsOf('startPasskey', { password: 'demo1234' }))
    expect((await server().send('addPasskey', { name: 'x', passkey }, { jwt })).statusCode).toBe(200)
    const answer = device.get(await optionsOf('startPasskeySignIn', {}))
    expect((await server().send('signInWithPasskey', { passkey: answer })).statusCode).toBe(200)
    const { passkeys } = (await server().send('getPasskeys', {}, { jwt })).json()
    const fields = { passkey_id: passkeys[0].id, password: 'demo1234' }
    expect((await server().send('removePasskey', fields, { jwt })).statusCode).toBe(200)
  })

  it('suffices for the subscription of a calendar', async () => {
    const jwt = await server().signIn(CAROLINA)
    const { path } = (await server().send('createCalendarFeed', { student_id: 1 }, { jwt })).json()
    const responses = [await server().app.inject({ url: path }), await server().app.inject({ url: path })]
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    const { last_read_at } = (await server().send('getCalendarFeed', { student_id: 1 }, { jwt })).json()
    expect(last_read_at).toEqual(expect.any(String))
  })

  it('suffices for the pictures, and for the sign-out of the specification', async () => {
    const jwt = await server().signIn(CAROLINA)
    const { students } = (await server().send('getProfile', {}, { jwt })).json()
    for (const url of [students[1].enrollment.profile_image, students[1].establishment.insign])
      expect([url, (await server().app.inject({ url })).statusCode]).toEqual([url, 200])
    expect((await server().send('logout', {}, { jwt })).statusCode).toBe(200)
    expect((await server().send('getProfile', {}, { jwt })).statusCode).toBe(401)
  })

  it.each<[CallName, (token: string) => object]>([
    ['confirmRecovery', (token) => ({ email: CAROLINA, token, new_password: 'demo1234' })],
    ['changePasswordWithToken', (token) => ({ token, password1: 'demo1234', password2: 'demo1234' })],
  ])('suffices for a code to set a password: %s', async (name, fieldsWith) => {
    const token = await requestCodeFor(CAROLINA)
    const requests: [CallName, object][] = [
      ['validateRecovery', { token }],
      [name, fieldsWith(token)],
    ]
    for (const [call, fields] of requests) {
      const response = await server().send(call, { ...fields })
      expect([call, response.statusCode, response.json().message]).toEqual([call, 200, expect.any(String)])
    }
  })

  it('suffices to sign in with a one-time password', async () => {
    const school = await createTestSchool(owner())
    const id = await school.parent({ email: 'elena@example.com' })
    const { keys } = owner().services
    await owner().db.transaction((all) => inviteParents(all, keys, [id], { byMail: false }))
    const [invited] = await owner().db.select().from(invitations).where(eq(invitations.parent_id, id))
    const password = revealCode(keys, 'invitation', invited?.seed ?? '') as string
    expect((await server().login('elena@example.com', password)).statusCode).toBe(200)
  })

  it('suffices to send the queued mails', async () => {
    await requestCodeFor(DANIELA)
    const { services, app } = server()
    const { db } = owner()
    services.mails.start(app.log)
    const waiting = () => db.$count(mails, and(isNull(mails.sent_at), isNull(mails.given_up_at)))
    await expect.poll(waiting).toBe(0)
    await services.mails.stop()
    const sent = await db.select({ kind: mails.kind }).from(mails).where(isNotNull(mails.sent_at))
    expect(new Set(sent.map(({ kind }) => kind))).toEqual(
      new Set(['recovery_code', 'password_changed', 'calendar_created', 'new_device', 'passkeys_changed']),
    )
  })

  it('receives only prepared statements from all of these', () => {
    expect(unpreparedStatements).toEqual(new Set())
  })

  it('suffices for privacy: a choice, a request, the file and the noted reads', async () => {
    const jwt = await server().signIn(CAROLINA)
    const { schools } = (await server().send('getPrivacy', {}, { jwt })).json()
    const about = { establishment_id: schools[0].id, student_id: null, text: 'x' }
    const requests: [CallName, object][] = [
      ['setConsent', { kind: 'phone', student_id: null, is_granted: true, version: CONSENT_VERSION }],
      ['createDataRequest', { key: crypto.randomUUID(), kind: 'access', ...about }],
      ['getMyData', { format: 'json' }],
    ]
    for (const [name, fields] of requests) {
      const response = await server().send(name, { ...fields }, { jwt })
      expect([name, response.statusCode]).toEqual([name, 200])
    }
    await server().services.reads.flush()
    expect(await owner().db.$count(recordReads)).toBeGreaterThan(0)
  })

  it('suffices to queue a digest and to end it', async () => {
    const jwt = await server().signIn(CAROLINA)
    const settings = {
      students: [],
      quiet_from: null,
      quiet_until: null,
      show_detail: false,
      digest: 'daily',
    }
    expect((await server().send('saveNotificationSettings', settings, { jwt })).statusCode).toBe(200)
    const { db, services, app } = server()
    expect(await queueDueDigests(db, new Date(Date.now() + 86_400_000))).toBe(1)
    const { id } = (await server().send('getProfile', {}, { jwt })).json()
    const ended = await app.inject({ method: 'POST', url: services.links.endOfDigest(id) })
    expect(ended.statusCode).toBe(200)
    await owner().db.delete(mails).where(eq(mails.kind, 'digest'))
  })

  it('suffices to start with a current schema, and for the housekeeping', async () => {
    const { db, services } = server()
    await checkServer(db)
    await migrate(urlOfRole())
    await recordSigningKey(db, await newKeys())
    await recordSigningKey(db, services.keys)
    const faults: object[] = []
    const log = { warn: () => {}, error: (line: object) => void faults.push(line) }
    const { firstRound, stop } = startHousekeeping(
      services,
      { url: urlOfRole(), dataDir: inject('dataDir') },
      log,
    )
    await firstRound
    await stop()
    expect(faults).toEqual([])
  })
})
