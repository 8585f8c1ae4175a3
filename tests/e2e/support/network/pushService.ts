import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** Creates a browser's keys of Web Push, because Chromium itself subscribes only at Google's service. */
function createBrowserKeys() {
  const privateKey = createECDH('prime256v1')
  const p256dh = privateKey.generateKeys()
  return { privateKey, p256dh, auth: randomBytes(16) }
}
type BrowserKeys = ReturnType<typeof createBrowserKeys>

const deriveKey = (secret: Buffer, salt: Buffer, info: Buffer | string, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

/** Decrypts a message of one record as a browser does (RFC 8291, RFC 8188). */
function decryptMessage(body: Buffer, { privateKey, p256dh, auth }: BrowserKeys): string {
  const salt = body.subarray(0, 16)
  const senderKey = body.subarray(21, 21 + 65)
  const record = body.subarray(21 + 65)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, senderKey])
  const secret = deriveKey(privateKey.computeSecret(senderKey), auth, info, 32)
  const key = deriveKey(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = deriveKey(secret, salt, 'Content-Encoding: nonce\0', 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}

/** Starts a push service that accepts and decrypts each message to one browser. The server needs `routePushes`. */
export async function startPushService() {
  const keys = createBrowserKeys()
  const messages: string[] = []
  const server = createServer(async (request, response) => {
    messages.push(decryptMessage(await buffer(request), keys))
    response.writeHead(201).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    /** The decrypted messages, in the order in which they came. */
    messages,
    subscription: {
      endpoint: `https://port-${port}.push.services.mozilla.com/browser`,
      keys: { p256dh: keys.p256dh.toString('base64url'), auth: keys.auth.toString('base64url') },
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}
