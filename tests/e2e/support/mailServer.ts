import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** Starts a real mail server. Each message becomes a numbered file in `folder`; the file appears only when complete. */
export async function startMailServer() {
  const folder = mkdtempSync(join(tmpdir(), 'apoderados-e2e-mail-'))
  let count = 0
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, _session, done) {
      buffer(stream).then((message) => {
        count += 1
        const path = join(folder, `${String(count).padStart(6, '0')}.eml`)
        writeFileSync(`${path}.draft`, message)
        renameSync(`${path}.draft`, path)
        done()
      }, done)
    },
  })
  smtp.on('error', () => undefined) // a client that disconnects is not an error
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  const { port } = smtp.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    folder,
    async stop() {
      await new Promise<void>((resolve) => smtp.close(() => resolve()))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type Mail = { from: string; to: string; subject: string; text: string }

const decodeQuotedPrintable = (text: string) =>
  Buffer.from(
    text
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/gi, (_, byte) => String.fromCharCode(Number.parseInt(byte, 16))),
    'latin1',
  ).toString()
const decodeBase64 = (text: string) => Buffer.from(text, 'base64').toString()

/** Decodes the encoded words of a header: `=?UTF-8?Q?Tu_contrase=C3=B1a?=`. */
const decodeWords = (text: string) =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_, encoding: string, word: string) =>
      encoding.toUpperCase() === 'B' ? decodeBase64(word) : decodeQuotedPrintable(word.replaceAll('_', ' ')),
    )

/** Splits a message or one of its parts: headers by lower-case name, and the encoded body. */
function splitMessage(source: string) {
  const [, head = '', body = ''] = /^(.*?)\r\n\r\n(.*)$/s.exec(source) ?? []
  const lines = head.replace(/\r\n[ \t]+/g, ' ').matchAll(/^([\w-]+): *(.*?)\r?$/gm)
  const headers = new Map([...lines].map(([, name = '', value = '']) => [name.toLowerCase(), value]))
  return { body, header: (name: string) => headers.get(name) ?? '' }
}

/** Returns the text of the message's first part of the type text/plain; undefined if there is none. */
function plainTextOf(source: string): string | undefined {
  const { body, header } = splitMessage(source)
  const [, boundary] = /^multipart\/.*boundary="?([^";]+)/i.exec(header('content-type')) ?? []
  if (boundary) {
    const parts = body.split(`--${boundary}`).slice(1, -1)
    return parts.map((part) => plainTextOf(part.replace(/^\r\n/, ''))).find((text) => text !== undefined)
  }
  if (!header('content-type').startsWith('text/plain')) return undefined
  const encoding = header('content-transfer-encoding').toLowerCase()
  const decode =
    { base64: decodeBase64, 'quoted-printable': decodeQuotedPrintable }[encoding] ?? ((text: string) => text)
  return decode(body).replaceAll('\r\n', '\n').trim()
}

/** Parses a message; its `id` is the same for every attempt to send it. */
export function parseMail(source: string): Mail & { id: string } {
  const { header } = splitMessage(source)
  const subject = decodeWords(header('subject'))
  const from = decodeWords(header('from'))
  return { id: header('message-id'), from, to: header('to'), subject, text: plainTextOf(source) ?? '' }
}

/** Returns the mails to `email` so far, the newest first. */
export function mailsTo(email: string): Mail[] {
  const folder = process.env.E2E_MAIL_DIR ?? ''
  const names = readdirSync(folder).filter((name) => name.endsWith('.eml'))
  const mails = names
    .sort()
    .reverse()
    .map((name): Mail => parseMail(readFileSync(join(folder, name), 'utf8')))
  return mails.filter(({ to }) => to === email)
}
