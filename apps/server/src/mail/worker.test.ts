import { mkdtemp, readdir, readFile, rm, stat, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mails } from '@apoderados/core/db/tables/messages'
import { establishments } from '@apoderados/core/db/tables/schools'
import { decode, type Received } from '@apoderados/testing/mail/mailServer'
import { eventually, mailFrom, messageIdOf, setupMailWorkers } from '@apoderados/testing/mail/mailWorkers'
import { CAROLINA } from '@apoderados/testing/testServer'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { createDelivery, removeOldMailFiles } from './delivery.ts'

const { server, endings, mailServer, logged, start, startSmtp, tryNow, ...queue } = setupMailWorkers()
const { queueNotice, askForCode, rows, onlyRow } = queue

describe('mails', () => {
  it('bring the code at once, and then the code is deleted', async () => {
    const { received, url } = await mailServer()
    const worker = startSmtp(url)
    await askForCode()
    worker.wake()
    await eventually(() => received.length).toBe(1)
    const [mail] = received as [Received]
    expect([mail.from, mail.to]).toEqual([mailFrom.address, [CAROLINA]])
    expect(mail.text).toContain('Hola, Carolina')
    const [code = ''] = /^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{5}(?=\r?$)/m.exec(mail.text) ?? [] // The code is alone on its line.
    expect(mail.text).toContain(`<code>${code}</code>`)
    await eventually(async () => (await onlyRow())?.sent_at).not.toBeNull()
    expect((await onlyRow())?.seed).toBeNull()
    expect((await server().send('validateRecovery', { token: code })).statusCode).toBe(200)
  })

  it('have headers against automatic replies, reveal nothing in the subject and load nothing', async () => {
    const { received, url } = await mailServer()
    startSmtp(url)
    await askForCode()
    await queueNotice()
    const worker = startSmtp(url)
    worker.wake()
    await eventually(() => received.length).toBe(2)
    for (const { source, text } of received) {
      const [head = ''] = source.split('\r\n\r\n')
      expect(head).toMatch(/^from: Apoderados <no-responder@colegio\.cl>$/im)
      expect(head).toMatch(/^to: apoderada@example\.com$/im)
      expect(head).toMatch(/^message-id: <[0-9a-f]{32}@colegio\.cl>$/im)
      expect(head).toMatch(/^auto-submitted: auto-generated$/im)
      expect(head).not.toMatch(/[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{5}/)
      expect(text).not.toMatch(/https?:|<img|<script|<link|src=/i)
      expect(text).not.toMatch(/Martina|Sepúlveda|5° Básico/)
    }
    const notice = received.find(({ text }) => text.includes('cambió el'))
    expect(notice?.text).toMatch(/cambió el \d{2}-\d{2}-\d{4} a las \d{2}:\d{2} \(hora de Santiago\)/)
    expect(notice?.text).toContain('Si no fuiste tú')
  })

  it('say times by the clock of the parent’s school', async () => {
    const { received, url } = await mailServer()
    await server().db.update(establishments).set({ time_zone: 'Pacific/Easter' })
    await queueNotice()
    startSmtp(url).wake()
    await eventually(() => received.length).toBe(1)
    await server().db.update(establishments).set({ time_zone: 'America/Santiago' })
    expect(received[0]?.text).toMatch(/ a las \d{2}:\d{2} \(hora de Isla de Pascua\)/)
  })

  it('are retried after 1, 2 and 4 minutes if the server is unreachable, with the same message id', async () => {
    const first = await mailServer()
    await first.close()
    await queueNotice()
    const worker = startSmtp(first.url)
    for (const [tries, minutes] of [
      [1, 1],
      [2, 2],
      [3, 4],
    ] as const) {
      const startedAt = Date.now()
      if (tries > 1) await tryNow(worker)
      await eventually(async () => (await onlyRow())?.tries).toBe(tries)
      const next = (await onlyRow())?.next_try_at.getTime() ?? 0
      const waitMs = minutes * 60_000
      expect(next).toBeGreaterThanOrEqual(startedAt + waitMs - 1)
      expect(next).toBeLessThanOrEqual(Date.now() + waitMs + 1)
    }
    const { received } = await mailServer({ port: first.port })
    const id = (await onlyRow())?.id
    await tryNow(worker)
    await eventually(() => received.length).toBe(1)
    expect(messageIdOf(received[0] as Received)).toBe(`<${id}@colegio.cl>`)
    expect(JSON.stringify(logged)).not.toContain('@')
    expect(logged[0]).toEqual([
      'warn',
      expect.objectContaining({ tries: 1 }),
      'mail not sent, to be tried again',
    ])
  })

  it('are dropped after a day, which is logged', async () => {
    const stoppedServer = await mailServer()
    await stoppedServer.close()
    await queueNotice()
    const worker = startSmtp(stoppedServer.url)
    await eventually(async () => (await onlyRow())?.tries).toBe(1)
    await server().db.update(mails).set({ expires_at: sql`now() + interval '1 minute'` })
    await tryNow(worker)
    await eventually(async () => (await onlyRow())?.given_up_at).not.toBeNull()
    expect(logged.at(-1)).toEqual([
      'error',
      expect.objectContaining({ kind: 'password_changed' }),
      'mail given up',
    ])
  })

  it('are not retried if the address is rejected permanently, and no log contains it', async () => {
    const { url } = await mailServer({ refuse: 550 })
    await queueNotice()
    startSmtp(url)
    await eventually(async () => (await onlyRow())?.given_up_at).not.toBeNull()
    expect(logged).toEqual([['error', expect.objectContaining({ code: 'EENVELOPE 550' }), 'mail given up']])
    expect(JSON.stringify(logged)).not.toContain('@')
  })

  it('are kept if the sender is rejected, until the configuration is corrected', async () => {
    const { url } = await mailServer({ refuseSender: 530 })
    await queueNotice()
    startSmtp(url)
    await eventually(async () => (await onlyRow())?.tries).toBe(1)
    expect((await onlyRow())?.given_up_at).toBeNull()
  })

  it('are not sent if their code has expired, was voided or was used, and the code is deleted', async () => {
    const { received, url } = await mailServer()
    await askForCode()
    await server().db.update(mails).set({ expires_at: sql`now()` })
    await askForCode()
    await askForCode()
    const [, , last] = await rows()
    const worker = startSmtp(url)
    await eventually(() => received.length).toBe(1)
    await eventually(async () => (await rows()).map(({ seed }) => seed)).toEqual([null, null, null])
    expect(messageIdOf(received[0] as Received)).toContain(last?.id)
    await worker.stop()
    expect(received).toHaveLength(1)
  })

  it('are sent once, even by several processes', async () => {
    const { received, url } = await mailServer()
    for (let mail = 0; mail < 20; mail += 1) await queueNotice()
    for (let process = 0; process < 3; process += 1) startSmtp(url)
    await eventually(() => received.length).toBe(20)
    await eventually(async () => (await rows()).every(({ sent_at }) => sent_at !== null)).toBe(true)
    expect(new Set(received.map(messageIdOf)).size).toBe(20)
  })

  it('in progress at a stop are sent after the next start, with the same message id', async () => {
    const gate = Promise.withResolvers<void>()
    const slow = await mailServer({ hold: gate.promise })
    await queueNotice()
    const worker = startSmtp(slow.url)
    await slow.arrived
    await worker.stop() // At this time, the mail server has not answered.
    gate.resolve()
    expect(await onlyRow()).toMatchObject({ sent_at: null, tries: 0 })
    const { received, url } = await mailServer()
    startSmtp(url)
    await eventually(() => received.length).toBe(1)
    expect(messageIdOf(received[0] as Received)).toContain((await onlyRow())?.id)
  })

  it.each([
    ['while they may still be sent', '1 hour'],
    ['when they are too old to be sent', '-1 hour'],
  ])('sent while the database is unavailable are marked later, %s, and not sent again', async (_, until) => {
    let sent = 0
    await queueNotice()
    const worker = start({
      async send() {
        sent += 1
        await server().db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and state = 'idle in transaction'`)
      },
    })
    await eventually(() => logged.at(-1)?.[2]).toBe('mail queue not read, to be tried again')
    expect(await onlyRow()).toMatchObject({ sent_at: null })
    await server()
      .db.update(mails)
      .set({ expires_at: sql`now() + ${until}::interval` })
    worker.wake()
    await eventually(async () => (await onlyRow())?.sent_at).not.toBeNull()
    expect([sent, logged.at(-1)?.[2]]).toEqual([1, 'mail queue not read, to be tried again'])
  })
})

describe('the mail worker without a mail server', () => {
  it('writes each mail to a file that only this user can read, for a day', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'apoderados-mail-'))
    endings.push(() => rm(dataDir, { recursive: true }))
    const written: string[] = []
    start(createDelivery({ smtpUrl: undefined, mailFrom, dataDir }, (path) => written.push(path)))
    await queueNotice()
    const worker = start(
      createDelivery({ smtpUrl: undefined, mailFrom, dataDir }, (path) => written.push(path)),
    )
    worker.wake()
    await eventually(() => written.length).toBe(1)
    const [path = ''] = written
    expect(await readdir(join(dataDir, 'outbox'))).toHaveLength(1)
    expect(path).toMatch(/\/outbox\/[\dT.Z-]+-[0-9a-f]{32}\.eml$/)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect((await stat(join(dataDir, 'outbox'))).mode & 0o777).toBe(0o700)
    expect(decode(await readFile(path, 'utf8'))).toContain('Si no fuiste tú')
    await removeOldMailFiles(dataDir)
    expect(await readdir(join(dataDir, 'outbox'))).toHaveLength(1)
    const twoDaysAgo = Date.now() / 1000 - 2 * 86_400
    await utimes(path, twoDaysAgo, twoDaysAgo)
    await removeOldMailFiles(dataDir)
    expect(await readdir(join(dataDir, 'outbox'))).toEqual([])
  })
})
