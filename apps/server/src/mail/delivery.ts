import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { removeOldFiles, withPartialFile } from '@apoderados/core/files/atomicFile'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { type Config, limits } from '../config.ts'
import type { MailText } from './texts.ts'

/** A mail to send. `id` is the same for every attempt, so that a mail server can recognise a duplicate. */
export type Mail = MailText & { id: string; to: string; date: Date }

/** `send` resolves when a mail server has accepted the mail, or when the mail's file is on the disk. */
export type Delivery = { send(mail: Mail): Promise<void> }

/** The mail server refused or was not reached. The error omits its message, which contains the recipient's address. */
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
      // With these headers, mail programs end the digests with one click, without a sign-in (RFC 8058).
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

const LOOPBACK_HOST_PATTERN = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** True unless the mail server is on this machine, or its URL has `?requireTLS=false`, for a private network. */
function needsTls(url: string): boolean {
  const { hostname, searchParams } = new URL(url)
  return !LOOPBACK_HOST_PATTERN.test(hostname) && searchParams.get('requireTLS') !== 'false'
}

const createSmtpTransport = (url: string) =>
  createTransport({
    url,
    requireTLS: needsTls(url),
    connectionTimeout: limits.mailConnectMs,
    greetingTimeout: limits.mailConnectMs,
    dnsTimeout: limits.mailConnectMs,
    socketTimeout: limits.mailSilenceMs,
  })

function throwMailRefused(error: ConstructorParameters<typeof MailRefused>[0]): never {
  throw new MailRefused(error)
}

/** Connects to the mail server and signs in, without sending a mail. @throws {MailRefused} */
export async function verifySmtp(url: string): Promise<void> {
  await createSmtpTransport(url).verify().catch(throwMailRefused)
}

function createSmtpDelivery(url: string, from: Config['mailFrom']): Delivery {
  const transport = createSmtpTransport(url)
  return {
    async send(mail) {
      await transport.sendMail(messageOf(mail, from)).catch(throwMailRefused)
    },
  }
}

const outboxIn = (dataDir: string) => join(dataDir, 'outbox')

/** Writes each mail to an `.eml` file that only the server's system user can read. A retry replaces the file. */
function createFileDelivery(
  dataDir: string,
  from: Config['mailFrom'],
  onWritten: (path: string) => void,
): Delivery {
  const outbox = outboxIn(dataDir)
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
  return smtpUrl ? createSmtpDelivery(smtpUrl, mailFrom) : createFileDelivery(dataDir, mailFrom, onWritten)
}

/** Deletes the files of mails that are over a day old, as sent mails are deleted from the queue (R39). */
export const removeOldMailFiles = (dataDir: string) => removeOldFiles(outboxIn(dataDir), () => true, 1)
