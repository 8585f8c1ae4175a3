import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PushMessage } from '@apoderados/server/push/message'
import './routePushes.ts'

export type ReceivedPush = {
  device: string
  message: PushMessage
  headers: IncomingMessage['headers']
  /** The claims of a valid VAPID token. */
  claims: { aud: string; sub: string; exp: number }
}
/** A response of the service: its status and, if it has any, its headers. */
type Reply = { status: number; headers?: Record<string, string> }

const hkdf = (secret: Buffer, salt: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

/** Simulates a browser: decrypts what is sent to it (RFC 8291 and RFC 8188), without the server's library. */
function createBrowser() {
  const curve = createECDH('prime256v1')
  const publicKey = curve.generateKeys()
  const auth = randomBytes(16)
  return {
    keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    decrypt(body: Buffer): string {
      const salt = body.subarray(0, 16)
      const keyLength = body.readUInt8(20)
      const sender = body.subarray(21, 21 + keyLength)
      const cipher = body.subarray(21 + keyLength)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender])
      const secret = hkdf(curve.computeSecret(sender), auth, info, 32)
      const key = hkdf(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
      const nonce = hkdf(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
      const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(cipher.subarray(-16))
      const padded = Buffer.concat([decipher.update(cipher.subarray(0, -16)), decipher.final()])
      return padded.subarray(0, padded.lastIndexOf(2)).toString() // a byte 2 ends the text of the last record
    },
  }
}

/** Returns the claims of the VAPID token (RFC 8292) in the header. @throws if it has none that is valid for `origin` */
function claimsOf(authorization: string | undefined, origin: string): ReceivedPush['claims'] {
  const [, token = '', k = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization ?? '') ?? []
  const [head, claims, signature] = token.split('.') as [string, string, string]
  const point = Buffer.from(k, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const isGenuine = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  const read = JSON.parse(Buffer.from(claims, 'base64url').toString()) as ReceivedPush['claims']
  if (!isGenuine || read.aud !== origin) throw new Error('no VAPID token of this service')
  return read
}

type PushServiceOptions = {
  /** Returns the service's next response. */
  reply?: () => Reply
  /** Without `delay`, every response waits until this promise resolves. */
  hold?: Promise<void>
  /** Is called for each request; the response waits until the returned promise resolves. */
  delay?: () => Promise<unknown>
}

/** Starts an HTTP server that takes the place of a Web Push service and records the messages that it accepts. */
export async function startPushService(options: PushServiceOptions = {}) {
  const arrived: ReceivedPush[] = []
  const browsers = new Map<string, ReturnType<typeof createBrowser>>()
  const held = new Map<string, Promise<void>>()
  const faults: string[] = []
  let origin = ''
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const device = (request.url ?? '').slice(1)
    const { status, headers } = options.reply?.() ?? { status: 201 }
    try {
      const text = browsers.get(device)?.decrypt(Buffer.concat(chunks)) ?? ''
      const claims = claimsOf(request.headers.authorization, origin)
      if (status < 300) arrived.push({ device, message: JSON.parse(text), headers: request.headers, claims })
    } catch (error) {
      faults.push(String(error))
    }
    await (options.delay?.() ?? options.hold ?? held.get(device))
    response.writeHead(status, headers).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  origin = `https://port-${port}.push.services.mozilla.com`
  return {
    arrived,
    faults,
    options,
    /** The address on this machine, to which no subscription leads. */
    address: `http://127.0.0.1:${port}`,
    /** Subscribes a new browser and returns its token. */
    subscribe(device: string): string {
      const browser = createBrowser()
      browsers.set(device, browser)
      return JSON.stringify({ endpoint: `${origin}/${device}`, expirationTime: null, keys: browser.keys })
    },
    /** Without the options `delay` and `hold`, delays the responses to pushes for one device until `hold` resolves. */
    holdDevice: (device: string, hold: Promise<void>) => void held.set(device, hold),
    async close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
