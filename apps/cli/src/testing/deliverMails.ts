import type { Mail } from '@apoderados/server/mail/delivery'
import { createMailWorker } from '@apoderados/server/mail/worker'
import type { TestServer } from '@apoderados/testing/testServer'
import { expect } from 'vitest'

const ignoreLine = () => undefined

/** Delivers all mails in the queue and returns them. */
export async function deliverMails({ db, services }: TestServer, publicUrl?: string): Promise<Mail[]> {
  const sent: Mail[] = []
  const delivery = { send: async (mail: Mail) => void sent.push(mail) }
  const { keys, links } = services
  const worker = createMailWorker(db, { keys, links, publicUrl }, delivery)
  worker.start({ warn: ignoreLine, error: ignoreLine })
  const waiting = 'select 1 from mails where sent_at is null and given_up_at is null'
  const countWaiting = async () => (await db.$client.query(waiting)).rowCount
  await expect.poll(countWaiting, { interval: 20 }).toBe(0)
  await worker.stop()
  return sent
}
