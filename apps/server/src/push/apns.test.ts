import { generateKeyPairSync } from 'node:crypto'
import {
  createServer as createHttp2Server,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
} from 'node:http2'
import { listenUntilEnd, pushMessage } from '@apoderados/testing/push/pushProvider'
import { createVerifier } from 'fast-jwt'
import { describe, expect, it } from 'vitest'
import { apnsSender } from './apns.ts'
import type { PushResult } from './message.ts'

describe('Apple', () => {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
  const DEVICE = 'ab'.repeat(32)

  async function apple(...replies: [status: number, reason?: string][]) {
    const requests: {
      headers: IncomingHttpHeaders
      body: string
      session: ServerHttp2Session | undefined
    }[] = []
    const server = createHttp2Server()
    server.on('stream', async (stream, headers) => {
      let body = ''
      for await (const chunk of stream) body += chunk
      requests.push({ headers, body, session: stream.session as ServerHttp2Session })
      const [status, reason] = replies.shift() ?? [200]
      stream.respond({ ':status': status })
      stream.end(reason ? JSON.stringify({ reason }) : '')
    })
    const origin = await listenUntilEnd(server)
    const account = { key, keyId: 'ABCDE12345', teamId: 'FGHIJ67890', topic: 'cl.apoderados.app' }
    const send = apnsSender(account, origin)
    return { asked: requests, send: () => send(DEVICE, pushMessage, 'topic') }
  }

  it('gets the alert with a signed token and a collapse id', async () => {
    const { asked, send } = await apple()
    expect([await send(), await send()]).toEqual([{ outcome: 'sent' }, { outcome: 'sent' }])
    const { headers, body } = asked[0] as (typeof asked)[number]
    expect(headers).toMatchObject({
      ':path': `/3/device/${DEVICE}`,
      'apns-topic': 'cl.apoderados.app',
      'apns-push-type': 'alert',
      'apns-collapse-id': 'topic',
    })
    const token = String(headers.authorization).replace('bearer ', '')
    const publicKey = pair.publicKey.export({ type: 'spki', format: 'pem' }) as string
    expect(createVerifier({ key: publicKey, complete: true })(token)).toMatchObject({
      header: { kid: 'ABCDE12345', alg: 'ES256' },
      payload: { iss: 'FGHIJ67890' },
    })
    expect(JSON.parse(body)).toMatchObject({
      aps: { alert: { title: pushMessage.title, body: pushMessage.body } },
      tag: pushMessage.tag,
      batch: pushMessage.batch,
      url: pushMessage.url,
    })
    expect(new Set(asked.map(({ session }) => session)).size).toBe(1)
  })

  it.each<[number, string, PushResult]>([
    [410, 'Unregistered', { outcome: 'gone' }],
    [410, 'AnotherReason', { outcome: 'gone' }],
    [400, 'Unregistered', { outcome: 'gone' }],
    [400, 'BadDeviceToken', { outcome: 'gone' }],
    [400, 'DeviceTokenNotForTopic', { outcome: 'gone' }],
    [403, 'InvalidProviderToken', { outcome: 'refused', code: '403 InvalidProviderToken' }],
    [403, 'ExpiredProviderToken', { outcome: 'later', code: 'ExpiredProviderToken' }],
    [429, 'TooManyRequests', { outcome: 'later', code: 'TooManyRequests' }],
  ])('with the response %s %s is %j', async (status, reason, result) => {
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
