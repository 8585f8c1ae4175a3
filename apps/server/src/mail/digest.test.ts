import { auditLog } from '@apoderados/core/db/tables/audit'
import { mails } from '@apoderados/core/db/tables/messages'
import { changes, digests, notificationSettings } from '@apoderados/core/db/tables/news'
import { parents, studentParents } from '@apoderados/core/db/tables/people'
import { queueDueDigests } from '@apoderados/core/mails/digests'
import { decode, type Received, startMailServer } from '@apoderados/testing/mail/mailServer'
import { eventually, mailFrom } from '@apoderados/testing/mail/mailWorkers'
import { createTestSchool, type TestSchool } from '@apoderados/testing/testSchool'
import { setupServer } from '@apoderados/testing/testServer'
import { desc, eq } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDelivery } from './delivery.ts'
import { createMailWorker } from './worker.ts'

/** Part of every text of the school. No mail may contain it. */
const CANARY = 'c0ffee'
const PUBLIC_URL = 'https://apoderados.example.com'
const noQuietHours = { quiet_from: null, quiet_until: null }

const server = setupServer({ publicUrl: PUBLIC_URL })
let school: TestSchool
let course_id: number
let family: Awaited<ReturnType<TestSchool['family']>>
let familyCount = 0
let itemCount = 0

beforeAll(async () => {
  school = await createTestSchool(server(), {}, CANARY)
  course_id = await school.course()
})
beforeEach(async () => {
  await server().db.delete(digests)
  await server().db.delete(mails)
  await server().db.delete(notificationSettings)
  familyCount += 1
  const parent = { name: 'Elena', last_name: 'Soto', email: `elena.${familyCount}@example.com` }
  family = await school.family(course_id, { parent })
})
const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of cleanups.splice(0)) await end()
})

/** Chooses a period for the digest as the app does, and sets `since` as the time of that choice. */
async function chooseDigest(digest: string, since: string, { call, parent_id } = family): Promise<void> {
  const settings = { students: [], ...noQuietHours, show_detail: true, digest }
  expect((await call('saveNotificationSettings', settings)).statusCode).toBe(200)
  await server()
    .db.update(notificationSettings)
    .set({ digest_since: new Date(since) })
    .where(eq(notificationSettings.parent_id, parent_id))
}
const queueDigestsAt = (time: string) => queueDueDigests(server().db, new Date(time))
const queuedDigests = async () => {
  const rows = await server().db.select().from(digests).orderBy(digests.until)
  return rows.map(({ day, until }) => [day, until.toISOString()])
}

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)

async function logGrade(published_at: Date, { enrollment_id } = family): Promise<void> {
  itemCount += 1
  await server()
    .db.insert(changes)
    .values({
      establishment_id: school.establishment_id,
      kind: 'grade',
      enrollment_id,
      item: `${enrollment_id}/${itemCount}`,
      title: `Prueba ${CANARY}`,
      new_value: '2.3',
      published_at,
    })
}
/** Queues a digest of the news of the last two hours, without waiting for the daily time of digests. */
async function queueDigestNow(): Promise<void> {
  const { parent_id } = family
  const mail_id = `${itemCount}`.padStart(32, '0')
  await server()
    .db.insert(mails)
    .values({ id: mail_id, parent_id, kind: 'digest', expires_at: hoursAgo(-1) })
  const period = { since: hoursAgo(2), until: new Date() }
  await server()
    .db.insert(digests)
    .values({ parent_id, day: '2026-11-27', mail_id, ...period })
}
/** Sends the queued mails, and returns them once the queue is empty. */
async function sendQueuedMails(): Promise<Received[]> {
  const { db, services, app } = server()
  const { received, url, close } = await startMailServer()
  const delivery = createDelivery({ smtpUrl: url, mailFrom, dataDir: '' }, () => undefined)
  const worker = createMailWorker(db, { ...services, publicUrl: PUBLIC_URL }, delivery)
  cleanups.push(
    () => worker.stop(),
    async () => close(),
  )
  worker.start(app.log)
  await eventually(async () =>
    (await db.select().from(mails)).every(({ sent_at, given_up_at }) => sent_at ?? given_up_at),
  ).toBe(true)
  return received
}

describe('a digest', () => {
  it('is off until the parent chooses it', async () => {
    expect((await family.call('getNotificationSettings')).json().digest).toBe('never')
    expect(await queueDigestsAt('2026-11-27T21:30:00Z')).toBe(0)
    await chooseDigest('weekly', '2026-11-23T12:00:00Z')
    expect((await family.call('getNotificationSettings')).json().digest).toBe('weekly')
    await family.call('saveNotificationSettings', { students: [], ...noQuietHours, show_detail: false })
    expect((await family.call('getNotificationSettings')).json().digest).toBe('weekly')
  })

  it('of the week is due on Friday at 18:00, of the day each day, once', async () => {
    await chooseDigest('weekly', '2026-11-23T12:00:00Z')
    expect(await queueDigestsAt('2026-11-27T20:59:00Z')).toBe(0)
    expect([
      await queueDigestsAt('2026-11-27T21:00:00Z'),
      await queueDigestsAt('2026-11-27T21:01:00Z'),
    ]).toEqual([1, 0])
    await chooseDigest('daily', '2026-11-23T12:00:00Z')
    expect([
      await queueDigestsAt('2026-11-28T20:59:00Z'),
      await queueDigestsAt('2026-11-28T21:00:00Z'),
    ]).toEqual([0, 1])
    expect(await queuedDigests()).toEqual([
      ['2026-11-27', '2026-11-27T21:00:00.000Z'],
      ['2026-11-28', '2026-11-28T21:00:00.000Z'],
    ])
    expect(await server().db.$count(mails, eq(mails.kind, 'digest'))).toBe(2)
  })

  it.each([
    ['America/Santiago', '2026-09-04T22:00:00.000Z'],
    ['America/Punta_Arenas', '2026-09-04T21:00:00.000Z'],
    ['Pacific/Easter', '2026-09-05T00:00:00.000Z'],
  ])('follows the clock of a school in %s', async (time_zone, until) => {
    const there = await createTestSchool(server(), { time_zone })
    const other = await there.family(await there.course())
    await chooseDigest('weekly', '2026-09-01T12:00:00Z', other)
    expect(await queueDigestsAt(new Date(Date.parse(until) - 1000).toISOString())).toBe(0)
    expect(await queueDigestsAt(until)).toBe(1)
    expect(await queuedDigests()).toEqual([['2026-09-04', until]])
  })

  it('is queued late after a stop of the server, but not after days, nor for a period before the choice', async () => {
    await chooseDigest('weekly', '2026-11-27T22:00:00Z')
    expect(await queueDigestsAt('2026-11-28T12:00:00Z')).toBe(0)
    await chooseDigest('weekly', '2026-11-23T12:00:00Z')
    expect(await queueDigestsAt('2026-12-01T12:00:00Z')).toBe(0)
    expect(await queueDigestsAt('2026-11-29T12:00:00Z')).toBe(1)
  })

  it('is not queued for a closed account or a parent without an open link', async () => {
    await chooseDigest('daily', '2026-11-23T12:00:00Z')
    const { db } = server()
    await db.update(parents).set({ is_active: false }).where(eq(parents.id, family.parent_id))
    expect(await queueDigestsAt('2026-11-25T21:30:00Z')).toBe(0)
    await db.update(parents).set({ is_active: true }).where(eq(parents.id, family.parent_id))
    const isOwn = eq(studentParents.parent_id, family.parent_id)
    await db.update(studentParents).set({ has_access: false }).where(isOwn)
    expect(await queueDigestsAt('2026-11-25T21:30:00Z')).toBe(0)
  })
})

describe('the mail of a digest', () => {
  it('has counts and given names alone, also with details on', async () => {
    await chooseDigest('daily', '2026-11-23T12:00:00Z')
    await logGrade(hoursAgo(1))
    await logGrade(hoursAgo(1))
    await logGrade(hoursAgo(5)) // This grade is from before the period of `queueDigestNow`.
    await queueDigestNow()
    const [mail, ...others] = await sendQueuedMails()
    expect(others).toEqual([])
    expect(mail?.source).toMatch(/^subject: Novedades del colegio$/im)
    const text = mail?.text ?? ''
    expect(text).toContain('Inés:')
    expect(text).toContain('2 calificaciones nuevas')
    expect(text).toContain(`${PUBLIC_URL}/app/calificaciones?alumno=${family.student_id}`)
    expect(text).not.toMatch(/c0ffee|Rojas|2[.,]3|Prueba/)
  })

  it('ends the digests with one click, and not by opening the address', async () => {
    await chooseDigest('daily', '2026-11-23T12:00:00Z')
    await logGrade(hoursAgo(1))
    await queueDigestNow()
    const [mail] = await sendQueuedMails()
    const head = (mail?.source ?? '').replace(/\r\n[ \t]+/g, ' ')
    expect(head).toMatch(/^list-unsubscribe-post: List-Unsubscribe=One-Click$/im)
    const [, url = ''] =
      /^list-unsubscribe: <https:\/\/apoderados\.example\.com(\S+)>$/im.exec(decode(head)) ?? []
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const post = (path: string) =>
      server().app.inject({ method: 'POST', url: path, headers: form, payload: 'List-Unsubscribe=One-Click' })
    const chosen = async () => (await family.call('getNotificationSettings')).json().digest
    expect((await server().app.inject({ url })).statusCode).toBe(405)
    expect([(await post(`${url.slice(0, -1)}_`)).statusCode, await chosen()]).toEqual([404, 'daily'])
    const ended = await post(url)
    expect([ended.statusCode, ended.json().message, await chosen()]).toEqual([
      200,
      'Ya no te enviaremos el resumen por correo',
      'never',
    ])
    const [line] = await server().db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1)
    expect(line).toMatchObject({ action: 'digest_ended', parent_id: family.parent_id, address: '127.0.0.1' })
    expect((await post(url)).statusCode).toBe(200)
    expect(await queueDigestsAt('2026-11-25T21:30:00Z')).toBe(0)
  })

  it('is not sent without news, nor of a student whose link was blocked meanwhile', async () => {
    await chooseDigest('daily', '2026-11-23T12:00:00Z')
    await queueDigestNow()
    expect(await sendQueuedMails()).toEqual([])
    await server().db.delete(digests)
    await logGrade(hoursAgo(1))
    await queueDigestNow()
    await server()
      .db.update(studentParents)
      .set({ has_access: false })
      .where(eq(studentParents.parent_id, family.parent_id))
    expect(await sendQueuedMails()).toEqual([])
  })

  it('leaves out the kinds that the parent has switched off', async () => {
    await chooseDigest('daily', '2026-11-23T12:00:00Z')
    const students = [{ student_id: family.student_id, kinds: { grade: false } }]
    await family.call('saveNotificationSettings', { students, ...noQuietHours, show_detail: false })
    await logGrade(hoursAgo(1))
    await queueDigestNow()
    expect(await sendQueuedMails()).toEqual([])
  })
})
