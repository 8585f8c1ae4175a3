import { attempts, invitations, recoveryCodes } from '@apoderados/core/db/tables/accounts'
import { mails } from '@apoderados/core/db/tables/messages'
import { parents } from '@apoderados/core/db/tables/people'
import { inviteParents } from '@apoderados/core/invitations/invitations'
import { removeExpired } from '@apoderados/core/retention/retention'
import { revealCode } from '@apoderados/core/secrets/oneTimeCodes'
import { createTestSchool } from '@apoderados/testing/testSchool'
import { setupServer } from '@apoderados/testing/testServer'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Delivery, type Mail, MailRefused } from './delivery.ts'
import { createMailWorker, type MailWorker } from './worker.ts'

const server = setupServer()
const ELENA_EMAIL = 'elena@example.com'
const publicUrl = 'https://apoderados.colegio.cl'
const logCalls: unknown[][] = []
const log = {
  warn: (...given: unknown[]) => logCalls.push(given),
  error: (...given: unknown[]) => logCalls.push(given),
}
const workers: MailWorker[] = []
const sentMails: Mail[] = []
const acceptingDelivery: Delivery = { send: async (mail) => void sentMails.push(mail) }

function startWorker(
  delivery = acceptingDelivery,
  address: { publicUrl: string | undefined } = { publicUrl },
): MailWorker {
  const worker = createMailWorker(server().db, { ...server().services, ...address }, delivery)
  worker.start(log as never)
  workers.push(worker)
  return worker
}
const eventually = <T>(read: () => T) => expect.poll(read, { interval: 20 })
const isQueueEmpty = async () => {
  const { rows } = await server().db.execute(
    sql`select 1 from mails where sent_at is null and given_up_at is null`,
  )
  return rows.length === 0
}

let elenaId: number
let brunoId: number
const invite = (ids = [elenaId]) =>
  server().db.transaction((transaction) =>
    inviteParents(transaction, server().services.keys, ids, { byMail: true }),
  )
const passwordOf = async (parent_id: number) => {
  const [row] = await server().db.select().from(invitations).where(eq(invitations.parent_id, parent_id))
  return revealCode(server().services.keys, 'invitation', row?.seed ?? '') as string
}

beforeAll(async () => {
  const [school, second] = [
    await createTestSchool(server(), { name: 'Colegio Los Aromos\r\nBcc: x@example.com' }),
    await createTestSchool(server(), { name: 'Instituto <b>Mar</b>' }),
  ]
  elenaId = await school.parent({ email: ELENA_EMAIL, name: 'Elena', password_hash: null })
  brunoId = await school.parent({ name: 'Bruno', password_hash: null })
  await school.link(elenaId, await school.student({ name: 'Rayén' }))
  const barred = await createTestSchool(server(), { name: 'Liceo Reservado' })
  await barred.link(elenaId, await barred.student(), { has_access: false })
  await second.link(elenaId, await second.student({ name: 'Nahuel' }))
})
beforeEach(async () => {
  sentMails.length = 0
  logCalls.length = 0
  for (const table of [mails, invitations, recoveryCodes, attempts]) await server().db.delete(table)
  await server().db.update(parents).set({ password_hash: null }).where(eq(parents.id, elenaId))
})
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop()
})

describe('the mail of an invitation', () => {
  it('contains the address, the password on a line of its own and the expiry date', async () => {
    await invite()
    await server()
      .db.update(invitations)
      .set({ expires_at: sql`(current_date + 10 + time '15:42') at time zone 'America/Santiago'` })
    startWorker()
    await eventually(() => sentMails.length).toBe(1)
    const [{ to, subject, text, html }] = sentMails as [Mail]
    const password = await passwordOf(elenaId)
    expect([to, subject]).toEqual([ELENA_EMAIL, 'Tu acceso a Apoderados'])
    expect(text).toContain('Hola, Elena:')
    expect(text).toContain(
      'Colegio Los Aromos Bcc: x@example.com e Instituto <b>Mar</b> te invitan a Apoderados',
    )
    expect(text).toContain(`Entra en ${publicUrl} con este correo (${ELENA_EMAIL})`)
    expect(text).toMatch(new RegExp(`^${password}$`, 'm'))
    expect(html).toContain(`<code>${password}</code>`)
    expect(html).not.toMatch(/<b>|<a |<img|src=/)
    expect(text).toMatch(/Vale hasta el \d{2}-\d{2}-\d{4} a las 15:42 \(hora de Santiago\)/)
    expect(text).toContain('Al entrar te pediremos elegir tu propia contraseña')
    expect(text).toContain('No se la des a nadie')
    expect((await server().login(ELENA_EMAIL, password)).statusCode).toBe(200)
    await eventually(isQueueEmpty).toBe(true)
    expect((await server().db.select().from(mails))[0]?.seed).toBeNull()
  })

  it('names no student, and no school to which the parent has no access', async () => {
    await invite([elenaId, brunoId])
    startWorker()
    await eventually(() => sentMails.length).toBe(2)
    for (const { subject, text, html } of sentMails)
      expect(subject + text + html).not.toMatch(/Rayén|Nahuel|Inés|Rojas|Reservado|Básico/)
    const [ofOther] = sentMails.filter(({ to }) => to !== ELENA_EMAIL)
    expect(ofOther?.text).toContain('Tu colegio te invita a Apoderados')
  })

  it('without a known address refers to the one that the school announced', async () => {
    await invite()
    startWorker(acceptingDelivery, { publicUrl: undefined })
    await eventually(() => sentMails.length).toBe(1)
    expect(sentMails[0]?.text).toContain('Entra en la dirección que te indicó el colegio con este correo')
    expect(sentMails[0]?.text).not.toMatch(/https?:|undefined/)
  })

  it.each([
    ['was replaced', () => invite()],
    ['has expired', () => server().db.update(invitations).set({ expires_at: sql`now()` })],
    ['expired together with its mail', () => server().db.update(mails).set({ expires_at: sql`now()` })],
    [
      'is of an account that has a password',
      () => server().db.update(parents).set({ password_hash: 'own' }).where(eq(parents.id, elenaId)),
    ],
    [
      'is for a closed account',
      () => server().db.update(parents).set({ is_active: false }).where(eq(parents.id, elenaId)),
    ],
  ])('that %s is dropped', async (_, end) => {
    await invite()
    const [first] = await server().db.select().from(mails)
    await end()
    startWorker()
    await eventually(isQueueEmpty).toBe(true)
    expect(sentMails.map(({ id }) => id)).not.toContain(first?.id)
    const [row] = await server()
      .db.select()
      .from(mails)
      .where(eq(mails.id, first?.id as string))
    expect(row).toMatchObject({ seed: null, sent_at: null, given_up_at: expect.any(Date) })
    await server().db.update(parents).set({ is_active: true })
  })

  it('is retried until the invitation expires, through days without a mail server', async () => {
    await invite()
    const failingDelivery: Delivery = {
      async send() {
        throw new MailRefused({ code: 'ECONNECTION' })
      },
    }
    const worker = startWorker(failingDelivery)
    await eventually(() => logCalls.length).toBe(1)
    await worker.stop()
    await server()
      .db.update(mails)
      .set({ next_try_at: sql`now()`, queued_at: sql`now() - interval '13 days'`, tries: 300 })
    await removeExpired(server().db)
    startWorker()
    await eventually(() => sentMails.length).toBe(1)
    await removeExpired(server().db) // Deletes the mail, which has been sent and was queued over a day ago.
    expect(await server().db.select().from(mails)).toEqual([])
  })
})
