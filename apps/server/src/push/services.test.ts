import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import {
  createServer as createHttp2Server,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
} from 'node:http2'
import type { AddressInfo } from 'node:net'
import { loadKeys } from '@apoderados/database/secrets/keys'
import { createVerifier } from 'fast-jwt'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startPushService } from '../testing/push/pushService.ts'
import { apnsSender } from './apns.ts'
import { fcmSender } from './fcm.ts'
import { type PushMessage, type PushResult, retryAfter } from './message.ts'
import { pushBy } from './push.ts'
import { addressOf } from './token.ts'
import { newVapidKey, vapidPublicKey } from './vapid.ts'
import { webPushSender } from './webPush.ts'

const message: PushMessage = {
  ...{ title: 'Apoderados', body: '3 calificaciones nuevas', tag: '17-grade', batch: '5-9' },
  url: '/app/calificaciones?alumno=17',
}
const keys = await loadKeys(['a-key-of-the-tests-with-enough-letters-1'], '')
const privateKey = newVapidKey()
const subject = 'mailto:soporte@colegio.cl'

async function webPushTo(options: Parameters<typeof startPushService>[0] = {}) {
  const service = await startPushService(options)
  onTestFinished(service.close)
  const senders = { web: webPushSender({ privateKey, subject }) }
  const push = pushBy(senders, keys, { vapidPrivateKey: privateKey, testOrigin: service.origin })
  return { service, push, send: () => push.send(service.subscribe('telefono'), message) }
}

describe('Web Push', () => {
  it('arrives encrypted for the browser, with the server’s identity and one topic per tag', async () => {
    const { service, push, send } = await webPushTo()
    expect(await send()).toEqual({ outcome: 'sent' })
    await send()
    await push.send(service.subscribe('telefono'), { ...message, tag: '17-event' })
    expect(service.faults).toEqual([])
    const [first, again, other] = service.arrived
    expect(first?.message).toEqual(message)
    expect(first?.claims).toMatchObject({ sub: subject })
    expect(first?.headers).toMatchObject({ ttl: '86400', urgency: 'normal', 'content-encoding': 'aes128gcm' })
    expect(first?.headers.authorization).toContain(`k=${push.vapidPublicKey}`)
    expect(first?.headers.topic).toMatch(/^[\w-]{32}$/)
    expect([again?.headers.topic, other?.headers.topic === first?.headers.topic]).toEqual([
      first?.headers.topic,
      false,
    ])
  })

  it.each<[number, Record<string, string>, PushResult]>([
    [201, {}, { outcome: 'sent' }],
    [404, {}, { outcome: 'gone' }],
    [410, {}, { outcome: 'gone' }],
    [429, { 'retry-after': '120' }, { outcome: 'later', code: '429', afterSeconds: 120 }],
    [503, {}, { outcome: 'later', code: '503' }],
    [403, {}, { outcome: 'refused', code: '403' }],
    [413, {}, { outcome: 'refused', code: '413' }],
  ])('with the answer %s %j is %j', async (status, headers, result) => {
    const { send } = await webPushTo({ reply: () => ({ status, headers }) })
    expect(await send()).toEqual(result)
  })

  it('follows no redirect', async () => {
    const other = await webPushTo()
    const location = `${other.service.origin}/telefono`
    const { send } = await webPushTo({ reply: () => ({ status: 307, headers: { location } }) })
    expect(await send()).toEqual({ outcome: 'refused', code: '307' })
    expect([other.service.arrived, other.service.faults]).toEqual([[], []])
  })

  it('is later if the service is not there, and sent to no unknown service', async () => {
    const { service, push } = await webPushTo()
    const token = service.subscribe('telefono')
    await service.close()
    expect(await push.send(token, message)).toMatchObject({ outcome: 'later', code: 'ECONNREFUSED' })
    const strict = pushBy({ web: webPushSender({ privateKey, subject }) }, keys)
    expect(await strict.send(token, message)).toEqual({ outcome: 'refused', code: 'endpoint' })
  })
})

async function listen(server: {
  listen(port: number, host: string): unknown
  address(): unknown
  close(): unknown
}) {
  server.listen(0, '127.0.0.1')
  await once(server as never, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('Firebase', () => {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = (key: typeof pair.privateKey) => key.export({ type: 'pkcs8', format: 'pem' }) as string

  /** Answers access tokens and, with `replies`, the messages. */
  async function firebase(...replies: [status: number, body?: object, headers?: Record<string, string>][]) {
    const asked: { url: string; authorization: string | undefined; body: string }[] = []
    const server = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      const url = request.url ?? ''
      asked.push({ url, authorization: request.headers.authorization, body })
      const token = { access_token: `token ${asked.length}`, expires_in: 3600 }
      const [status, answer, headers] =
        url === '/token' ? [200, token, {}] : (replies.shift() ?? [200, {}, {}])
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify(answer))
    })
    const origin = await listen(server)
    const account = {
      project_id: 'colegio',
      client_email: 'push@colegio.cl',
      private_key: pem(pair.privateKey),
    }
    const send = fcmSender({ ...account, token_uri: `${origin}/token` }, origin)
    return { asked, send: () => send('un-telefono', message, 'topic') }
  }

  it('gets a token by a signed request, once, and the message', async () => {
    const { asked, send } = await firebase()
    expect([await send(), await send()]).toEqual([{ outcome: 'sent' }, { outcome: 'sent' }])
    expect(asked.map(({ url }) => url)).toEqual([
      '/token',
      ...Array.from({ length: 2 }, () => '/v1/projects/colegio/messages:send'),
    ])
    const assertion = new URLSearchParams(asked[0]?.body).get('assertion') ?? ''
    const key = pair.publicKey.export({ type: 'spki', format: 'pem' }) as string
    expect(createVerifier({ key })(assertion)).toMatchObject({
      iss: 'push@colegio.cl',
      scope: 'https://www.googleapis.com/auth/firebase.messaging',
    })
    expect(asked[1]?.authorization).toBe('Bearer token 1')
    expect(JSON.parse(asked[1]?.body ?? '')).toEqual({
      message: {
        token: 'un-telefono',
        notification: { title: message.title, body: message.body },
        data: { tag: message.tag, batch: message.batch, url: message.url, path: message.url },
        android: { collapse_key: 'topic', ttl: '86400s', notification: { tag: 'topic' } },
      },
    })
  })

  it.each<[number, object, PushResult]>([
    [404, { error: { status: 'NOT_FOUND', details: [{ errorCode: 'UNREGISTERED' }] } }, { outcome: 'gone' }],
    [400, { error: { status: 'INVALID_ARGUMENT' } }, { outcome: 'refused', code: '400' }],
    [503, { error: { status: 'UNAVAILABLE' } }, { outcome: 'later', code: '503' }],
  ])('with the answer %s %j is %j', async (status, body, result) => {
    const { send } = await firebase([status, body])
    expect(await send()).toEqual(result)
  })

  it('gets a new token after a 401', async () => {
    const { asked, send } = await firebase([401, { error: { status: 'UNAUTHENTICATED' } }])
    expect([await send(), await send()]).toEqual([{ outcome: 'later', code: '401' }, { outcome: 'sent' }])
    expect(asked.filter(({ url }) => url === '/token')).toHaveLength(2)
  })
})

describe('Apple', () => {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
  const DEVICE = 'ab'.repeat(32)

  async function apple(...replies: [status: number, reason?: string][]) {
    const asked: { headers: IncomingHttpHeaders; body: string; session: ServerHttp2Session | undefined }[] =
      []
    const server = createHttp2Server()
    server.on('stream', async (stream, headers) => {
      let body = ''
      for await (const chunk of stream) body += chunk
      asked.push({ headers, body, session: stream.session as ServerHttp2Session })
      const [status, reason] = replies.shift() ?? [200]
      stream.respond({ ':status': status })
      stream.end(reason ? JSON.stringify({ reason }) : '')
    })
    const origin = await listen(server)
    const account = { key, keyId: 'ABCDE12345', teamId: 'FGHIJ67890', topic: 'cl.apoderados.app' }
    const send = apnsSender(account, origin)
    return { asked, send: () => send(DEVICE, message, 'topic') }
  }

  it('gets the alert with a signed token and a collapse id', async () => {
    const { asked, send } = await apple()
    expect([await send(), await send()]).toEqual([{ outcome: 'sent' }, { outcome: 'sent' }])
    const { headers, body } = asked[0] as (typeof asked)[number]
    expect(headers).toMatchObject({
      ...{ ':path': `/3/device/${DEVICE}`, 'apns-topic': 'cl.apoderados.app', 'apns-push-type': 'alert' },
      'apns-collapse-id': 'topic',
    })
    const token = String(headers.authorization).replace('bearer ', '')
    const publicKey = pair.publicKey.export({ type: 'spki', format: 'pem' }) as string
    expect(createVerifier({ key: publicKey, complete: true })(token)).toMatchObject({
      header: { kid: 'ABCDE12345', alg: 'ES256' },
      payload: { iss: 'FGHIJ67890' },
    })
    expect(JSON.parse(body)).toMatchObject({
      aps: { alert: { title: message.title, body: message.body } },
      ...{ tag: message.tag, batch: message.batch, url: message.url },
    })
    expect(new Set(asked.map(({ session }) => session)).size).toBe(1)
  })

  it.each<[number, string, PushResult]>([
    [410, 'Unregistered', { outcome: 'gone' }],
    [400, 'BadDeviceToken', { outcome: 'gone' }],
    [400, 'DeviceTokenNotForTopic', { outcome: 'gone' }],
    [403, 'InvalidProviderToken', { outcome: 'refused', code: '403 InvalidProviderToken' }],
    [403, 'ExpiredProviderToken', { outcome: 'later', code: 'ExpiredProviderToken' }],
    [429, 'TooManyRequests', { outcome: 'later', code: 'TooManyRequests' }],
  ])('with the answer %s %s is %j', async (status, reason, result) => {
    const { send } = await apple([status, reason])
    expect(await send()).toEqual(result)
  })

  it('opens another session after GOAWAY', async () => {
    const { asked, send } = await apple()
    await send()
    const { session } = asked[0] as (typeof asked)[number]
    session?.goaway()
    await expect
      .poll(async () => ((await send()).outcome === 'sent' ? asked.at(-1)?.session !== session : false))
      .toBe(true)
  })
})

it('recognises the kind of a token', () => {
  expect(addressOf('ab'.repeat(32))).toMatchObject({ service: 'apns' })
  expect(addressOf('fMEP0vJqS6:APA91bHPRgkF3JUikC4ENAHEeMrd41Zxv3')).toMatchObject({ service: 'fcm' })
})

it('reads Retry-After in seconds and as a date, for at most an hour', () => {
  expect([retryAfter('60'), retryAfter('99999'), retryAfter('mañana'), retryAfter(null)]).toEqual([
    ...[60, 3_600],
    ...[undefined, undefined],
  ])
  expect(retryAfter(new Date(Date.now() + 60_000).toUTCString())).toBeGreaterThan(0)
})

it('makes VAPID keys whose public part is a point of P-256', () => {
  const point = Buffer.from(vapidPublicKey(newVapidKey()), 'base64url')
  expect([point.length, point[0]]).toEqual([65, 4])
})
