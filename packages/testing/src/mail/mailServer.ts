import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A mail that the server has received; `text` is its decoded source. */
export type Received = { from: string; to: string[]; source: string; text: string }

/** Decodes a text in quoted-printable, the encoding of the mails. */
export const decode = (source: string) =>
  Buffer.from(
    source
      .replace(/=\r?\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, byte) => String.fromCharCode(Number.parseInt(byte, 16))),
    'latin1',
  ).toString('utf8')

/**
 * Starts an SMTP server. `refuse` is the status code with which it refuses every recipient, `refuseSender` the one for
 * every sender. `refusesLogin` refuses every password, and `hold` delays the response to each mail until it resolves.
 */
export async function startMailServer(
  options: {
    port?: number
    refuse?: number
    refuseSender?: number
    refusesLogin?: boolean
    hold?: Promise<void>
  } = {},
) {
  const received: Received[] = []
  const arrived = Promise.withResolvers<void>()
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', ...(options.refusesLogin ? [] : ['AUTH'])],
    onAuth: (_auth, _session, done) => done(new Error('wrong password')),
    onMailFrom(_address, _session, done) {
      const error = Object.assign(new Error('who are you'), { responseCode: options.refuseSender })
      done(options.refuseSender ? error : null)
    },
    onRcptTo(address, _session, done) {
      const error = Object.assign(new Error(`no such box ${address.address}`), {
        responseCode: options.refuse,
      })
      done(options.refuse ? error : null)
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        arrived.resolve()
        await options.hold
        const source = Buffer.concat(chunks).toString()
        received.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          source,
          text: decode(source),
        })
        done(null)
      })
    },
  })
  smtp.on('error', () => {}) // A client that disconnects is not an error.
  smtp.listen(options.port ?? 0, '127.0.0.1')
  await once(smtp.server, 'listening')
  const { port } = smtp.server.address() as AddressInfo
  const close = () => new Promise<void>((resolve) => smtp.close(() => resolve()))
  return { received, arrived: arrived.promise, port, close, url: `smtp://127.0.0.1:${port}` }
}
