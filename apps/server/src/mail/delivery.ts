import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { removeOldFiles, withPartialFile } from '@apoderados/database/files/atomicFile'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { type Config, limits } from '../config.ts'
import type { MailText } from './texts.ts'

/** `id` is the same for every attempt, so that a mail server can recognise a duplicate. */
export type Mail = MailText & { id: string; to: string; date: Date }

/** Resolves when a mail server has accepted the mail, or when its file is on the disk. */
export type Delivery = { send(mail: Mail): Promise<void> }

/** A failure of the mail server. It has no message of the server, because that contains the recipient's address. */
export class MailRefused extends Error {
  readonly code: string
  /** True if the server rejects the recipient permanently, so that a retry is pointless. */
  readonly isForGood: boolean

  constructor(error: { code?: unknown; command?: unknown; responseCode?: unknown }) {
    super('mail refused')
    this.code = [error.code, error.responseCode].filter((part) => part !== undefined).join(' ')
    const isOfRecipient = error.code === 'EENVELOPE' && error.command === 'RCPT TO'
    this.isForGood = isOfRecipient && Number(error.responseCode) >= 500
  }
}

function messageOf(
  { id, to, date, subject, text, html, endUrl }: Mail,
  from: Config['mailFrom'],
): SendMailOptions {
  const [, domain] = from.address.split('@')
  return {
    from,
    to: { name: '', address: to },
    subject,
    text,
    html,
    date,
    messageId: `<${id}@${domain}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      // Mail programs end the digests with one click, without a sign-in (RFC 8058).
      ...(endUrl && {
        'List-Unsubscribe': `<${endUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** True unless the server is on this machine, or the URL has `?requireTLS=false` for a private network. */
function needsTls(url: string): boolean {
  const { hostname, searchParams } = new URL(url)
  return !LOOPBACK.test(hostname) && searchParams.get('requireTLS') !== 'false'
}

const smtpTransport = (url: string) =>
  createTransport({
    url,
    requireTLS: needsTls(url),
    connectionTimeout: limits.mailConnectMs,
    greetingTimeout: limits.mailConnectMs,
    dnsTimeout: limits.mailConnectMs,
    socketTimeout: limits.mailSilenceMs,
  })

function refuse(error: ConstructorParameters<typeof MailRefused>[0]): never {
  throw new MailRefused(error)
}

/** Connects and authenticates without sending a mail. @throws {MailRefused} */
export async function verifySmtp(url: string): Promise<void> {
  await smtpTransport(url).verify().catch(refuse)
}

function smtpDelivery(url: string, from: Config['mailFrom']): Delivery {
  const transport = smtpTransport(url)
  return {
    async send(mail) {
      await transport.sendMail(messageOf(mail, from)).catch(refuse)
    },
  }
}

const outboxOf = (dataDir: string) => join(dataDir, 'outbox')

/** Writes each mail to an `.eml` file that only the server's system user can read; a retry overwrites the file. */
function fileDelivery(
  dataDir: string,
  from: Config['mailFrom'],
  onWritten: (path: string) => void,
): Delivery {
  const outbox = outboxOf(dataDir)
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return {
    async send(mail) {
      const { message } = await transport.sendMail(messageOf(mail, from))
      const path = join(outbox, `${mail.date.toISOString().replaceAll(':', '-')}-${mail.id}.eml`)
      await mkdir(outbox, { recursive: true, mode: 0o700 })
      await withPartialFile(path, async (partial) => {
        await writeFile(partial, message as Buffer, { mode: 0o600, flush: true })
        await rename(partial, path)
      })
      onWritten(path)
    },
  }
}

export function createDelivery(
  { smtpUrl, mailFrom, dataDir }: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>,
  onWritten: (path: string) => void,
): Delivery {
  return smtpUrl ? smtpDelivery(smtpUrl, mailFrom) : fileDelivery(dataDir, mailFrom, onWritten)
}

/** Deletes written mails after one day, as sent mails are deleted from the queue (R39). */
export const emptyOutbox = (dataDir: string) =>
  removeOldFiles(outboxOf(dataDir), () => true, { days: 1, keptCount: 0 })
