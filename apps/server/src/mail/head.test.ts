import { parents } from '@apoderados/core/db/tables/people'
import type { Received } from '@apoderados/testing/mail/mailServer'
import { eventually, mailFrom, setupMailWorkers } from '@apoderados/testing/mail/mailWorkers'
import { CAROLINA } from '@apoderados/testing/testServer'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { createDelivery, type Mail } from './delivery.ts'

const { server, mailServer, startSmtp, queueNotice } = setupMailWorkers()

describe('the headers of a mail', () => {
  const hostile = 'x@example.com\r\nBcc: todos@example.com\r\n\r\n<b>'
  const mail: Mail = {
    id: '0'.repeat(32),
    to: hostile,
    date: new Date('2026-08-17T12:00:00Z'),
    subject: 'Hola\r\nBcc: todos@example.com',
    text: 'texto',
    html: '<p>texto</p>',
  }

  it('cannot be extended by a field', async () => {
    const { received, url } = await mailServer()
    const delivery = createDelivery({ smtpUrl: url, mailFrom, dataDir: '' }, () => undefined)
    await delivery.send(mail).catch(() => undefined)
    await delivery.send({ ...mail, to: 'x@example.com' })
    const heads = received.map(({ source }) => source.split('\r\n\r\n')[0])
    for (const head of heads) expect(head).not.toMatch(/^bcc:/im)
    expect(received.flatMap(({ to }) => to)).not.toContain('todos@example.com')
  })

  it('contain no markup from a name', async () => {
    const { received, url } = await mailServer()
    await server()
      .db.update(parents)
      .set({ name: '<img src=x onerror=alert(1)>\r\nBcc: y@z.cl' })
      .where(eq(parents.email, CAROLINA))
    await queueNotice()
    startSmtp(url)
    await eventually(() => received.length).toBe(1)
    const { text } = received[0] as Received
    expect(text).toContain('<p>Hola, &lt;img src=x onerror=alert(1)&gt; Bcc: y@z.cl:</p>')
    expect(text).not.toMatch(/^bcc:/im)
    await server().db.update(parents).set({ name: 'Carolina' }).where(eq(parents.email, CAROLINA))
  })
})
