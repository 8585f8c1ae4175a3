import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createDelivery } from './delivery.ts'

it('leaves no file of a mail that could not be written completely', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'apoderados-outbox-'))
  const date = new Date('2026-11-21T12:00:00Z')
  const name = '2026-11-21T12-00-00.000Z-mail.eml'
  await mkdir(join(dataDir, 'outbox', name), { recursive: true }) // A folder has the name of the mail's file.
  const mailFrom = { name: 'Apoderados', address: 'no-responder@example.com' }
  const { send } = createDelivery({ smtpUrl: undefined, mailFrom, dataDir }, () => {})
  const mail = {
    id: 'mail',
    to: 'apoderada@example.com',
    date,
    subject: 'Código',
    text: 'Código',
    html: 'Código',
  }
  await expect(send(mail)).rejects.toThrow()
  expect(await readdir(join(dataDir, 'outbox'))).toEqual([name])
  await rm(dataDir, { recursive: true })
})
