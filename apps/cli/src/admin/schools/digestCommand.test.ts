import { mails } from '@apoderados/core/db/tables/messages'
import { changes, digests, notificationSettings } from '@apoderados/core/db/tables/news'
import { enrollments, parents, studentParents } from '@apoderados/core/db/tables/people'
import { establishments } from '@apoderados/core/db/tables/schools'
import { queueDueDigests } from '@apoderados/core/mails/digests'
import { createDigestWorker } from '@apoderados/server/mail/digestWorker'
import { createTestSchool, type TestSchool } from '@apoderados/testing/testSchool'
import { setupServer } from '@apoderados/testing/testServer'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { deliverMails } from '../../testing/deliverMails.ts'
import { lastAuditLine, setupOperator } from '../../testing/operator.ts'

const PUBLIC_URL = 'https://apoderados.example.com'
const server = setupServer({ publicUrl: PUBLIC_URL })
const operate = setupOperator(server)
const SCHOOL_RBDS = ['9283-5', '9284-3'] as const
const setSchoolDefault = (period: string, rbd: string = SCHOOL_RBDS[0]) =>
  operate(['news', 'digest', rbd, period])

let schools: TestSchool[]
let family: Awaited<ReturnType<TestSchool['family']>>
const createFamily = async (school: TestSchool) => school.family(await school.course())

beforeEach(async () => {
  const { db } = server()
  for (const table of [digests, mails, changes, notificationSettings]) await db.delete(table)
  await db.update(establishments).set({ rbd: sql`'x' || id`, digest: 'never', digest_since: null })
  schools = await Promise.all(SCHOOL_RBDS.map((rbd) => createTestSchool(server(), { rbd })))
  family = await createFamily(schools[0] as TestSchool)
})

type TestFamily = typeof family
const readDigest = async ({ call }: Pick<TestFamily, 'call'> = family) => {
  const { digest, is_digest_chosen } = (await call('getNotificationSettings')).json()
  return [digest, is_digest_chosen]
}
const otherSettings = { students: [], quiet_from: '22:00', quiet_until: '06:00', show_detail: true }
const chooseDigest = (digest: string, { call } = family) =>
  call('saveNotificationSettings', { ...otherSettings, digest })
/** Sets the time at which the operator turned on the digest for the schools whose default is not 'never'. */
const setDigestSince = (since: string) =>
  server()
    .db.update(establishments)
    .set({ digest_since: sql`${since}::timestamptz` })
    .where(sql`digest <> 'never'`)
const queueDigestsAt = (time: string) => queueDueDigests(server().db, new Date(time))
const readQueuedDigests = () => server().db.select().from(digests).orderBy(digests.until)
/** Gives the parent a child in the second school too. */
async function addChildInOtherSchool() {
  const school = schools[1] as TestSchool
  const student_id = await school.student()
  await school.enroll(student_id, await school.course())
  await school.link(family.parent_id, student_id)
}

describe('a school’s default for the digest', () => {
  it.each([
    ['semanal', 'weekly', 'los viernes a las 18:00'],
    ['diario', 'daily', 'cada día a las 18:00'],
    ['nunca', 'never', 'nunca'],
  ])('can be %s, which parents see and the list says', async (typed, digest, text) => {
    await setSchoolDefault('diario')
    const { code, output } = await setSchoolDefault(typed)
    const line = `Resumen por correo a quienes no eligieron: ${text}.`
    expect([code, output]).toEqual([
      0,
      `${line}\nLo que un apoderado elige en Configuraciones, también nunca, se respeta siempre.`,
    ])
    expect(await lastAuditLine(server())).toMatchObject({ detail: { command: 'news digest', digest } })
    expect((await operate(['news', 'list', SCHOOL_RBDS[0]])).output.split('\n').at(-1)).toBe(line)
    expect(await readDigest()).toEqual([digest, false])
  })

  it('is a known period of a known school, and the command says that the server needs its address', async () => {
    expect((await setSchoolDefault('mensual')).errors).toBe('El resumen se manda: nunca, diario, semanal.')
    expect((await setSchoolDefault('diario', '90002-8')).errors).toBe('No hay un colegio con ese RBD.')
    expect(await readDigest()).toEqual(['never', false])
    const withoutAddress = await operate(['news', 'digest', SCHOOL_RBDS[0], 'diario'], { publicUrl: null })
    expect(withoutAddress.errors).toBe('Falta PUBLIC_URL: sin ella el servidor no manda resúmenes.')
    expect((await setSchoolDefault('nunca')).errors).toBe('')
  })

  it('never changes the choice of a parent, whether made before or after it', async () => {
    await chooseDigest('never')
    await setSchoolDefault('diario')
    expect(await readDigest()).toEqual(['never', true])
    await chooseDigest('weekly')
    await setSchoolDefault('nunca')
    await setSchoolDefault('diario')
    expect(await readDigest()).toEqual(['weekly', true])
  })

  it('is the most frequent one of the parent’s schools, and gives one mail', async () => {
    await addChildInOtherSchool()
    await setSchoolDefault('semanal')
    expect(await readDigest()).toEqual(['weekly', false])
    await setSchoolDefault('diario', SCHOOL_RBDS[1])
    expect(await readDigest()).toEqual(['daily', false])
    await setDigestSince('2026-11-02T12:00:00Z')
    expect([
      await queueDigestsAt('2026-11-26T21:30:00Z'),
      await queueDigestsAt('2026-11-27T21:30:00Z'),
    ]).toEqual([1, 1])
    await setSchoolDefault('diario')
    await setSchoolDefault('semanal', SCHOOL_RBDS[1])
    expect(await readDigest()).toEqual(['daily', false])
  })

  it.each([
    ['whose link is blocked', () => server().db.update(studentParents).set({ has_access: false })],
    [
      'whose child has left',
      () => server().db.update(enrollments).set({ withdrawn_on: sql`current_date - 1` }),
    ],
    ['who has never signed in', () => server().db.update(parents).set({ last_login_at: null })],
    ['whose account is closed', () => server().db.update(parents).set({ is_active: false })],
  ])('does not concern a parent %s', async (_, change) => {
    await setSchoolDefault('diario')
    await setDigestSince('2026-11-02T12:00:00Z')
    expect(await queueDigestsAt('2026-11-24T21:30:00Z')).toBe(1)
    await change()
    expect(await queueDigestsAt('2026-11-25T21:30:00Z')).toBe(0)
  })

  it('begins when it is set, a week ago at most, and goes on when its period or the choice changes', async () => {
    await setSchoolDefault('semanal')
    await setDigestSince('2026-11-19T12:00:00Z')
    await queueDigestsAt('2026-11-20T21:30:00Z')
    await setSchoolDefault('diario')
    await queueDigestsAt('2026-11-23T21:30:00Z')
    await chooseDigest('weekly')
    await queueDigestsAt('2026-11-27T21:30:00Z')
    const bounds = (rows: Awaited<ReturnType<typeof readQueuedDigests>>) =>
      rows.map(({ since, until }) => [since.toISOString().slice(0, 13), until.toISOString().slice(0, 13)])
    expect(bounds(await readQueuedDigests())).toEqual([
      ['2026-11-19T12', '2026-11-20T21'],
      ['2026-11-20T21', '2026-11-23T21'],
      ['2026-11-23T21', '2026-11-27T21'],
    ])
    await server().db.delete(notificationSettings)
    const { parent_id } = await createFamily(schools[0] as TestSchool)
    await setDigestSince('2026-03-02T12:00:00Z')
    await queueDigestsAt('2026-11-28T21:30:00Z')
    const ofNewParent = (await readQueuedDigests()).filter((digest) => digest.parent_id === parent_id)
    expect(bounds(ofNewParent)).toEqual([['2026-11-21T21', '2026-11-28T21']])
  })
})

describe('the mail of a school’s default', () => {
  const DAY = 24 * 3_600_000
  /** Lets the server's worker queue a digest with one new grade, which became public before the latest 18:00. */
  async function queueByServer() {
    await setSchoolDefault('diario')
    await setDigestSince(new Date(Date.now() - 3 * DAY).toISOString())
    const { establishment_id } = schools[0] as TestSchool
    const { enrollment_id } = family
    const published_at = new Date(Date.now() - 1.1 * DAY)
    const grade = { kind: 'grade' as const, item: `${enrollment_id}/1`, new_value: '5.4' }
    await server()
      .db.insert(changes)
      .values({ establishment_id, enrollment_id, published_at, ...grade })
    const worker = createDigestWorker(server().db, { wake: () => {} }, PUBLIC_URL)
    worker.start({ error: () => {} })
    await expect.poll(() => server().db.$count(mails)).toBe(1)
    await worker.stop()
  }

  it('says that the school turned it on, and ends for good with one click', async () => {
    await queueByServer()
    const [mail] = await deliverMails(server(), PUBLIC_URL)
    expect(mail?.text).toContain('1 calificación nueva')
    expect(mail?.text).toContain('porque tu colegio lo activó para las familias.')
    const url = mail?.endUrl?.replace(PUBLIC_URL, '') ?? ''
    expect((await server().app.inject({ method: 'POST', url })).statusCode).toBe(200)
    expect(await readDigest()).toEqual(['never', true])
    expect((await family.call('getNotificationSettings')).json()).toMatchObject({
      quiet_from: '21:00',
      quiet_until: '07:00',
    })
    await setSchoolDefault('semanal')
    expect(await readDigest()).toEqual(['never', true])
  })

  it.each([
    ['the parent has chosen none', () => chooseDigest('never')],
    ['the school has turned it off', () => setSchoolDefault('nunca')],
    ['the account was closed', () => server().db.update(parents).set({ is_active: false })],
  ])('is not sent if, since it was queued, %s', async (_, change) => {
    await queueByServer()
    await change()
    expect(await deliverMails(server(), PUBLIC_URL)).toEqual([])
  })
})
