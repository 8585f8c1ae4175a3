import { loadKeys } from '@apoderados/core/secrets/keys'
import { pushMessage } from '@apoderados/testing/push/pushProvider'
import { startPushService } from '@apoderados/testing/push/pushService'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { PushResult } from './message.ts'
import { createPush } from './push.ts'
import { newVapidKey, vapidPublicKey } from './vapid.ts'
import { webPushSender } from './webPush.ts'

const keys = await loadKeys(['a-key-of-the-tests-with-enough-letters-1'], '')
const privateKey = newVapidKey()
const subject = 'mailto:soporte@colegio.cl'

async function startWebPush(options: Parameters<typeof startPushService>[0] = {}) {
  const service = await startPushService(options)
  onTestFinished(service.close)
  const senders = { web: webPushSender({ privateKey, subject }) }
  const push = createPush(senders, keys, { vapidPrivateKey: privateKey })
  return { service, push, send: () => push.send(service.subscribe('telefono'), pushMessage) }
}

describe('Web Push', () => {
  it('arrives encrypted for the browser, with the server’s identity and one topic per tag', async () => {
    const { service, push, send } = await startWebPush()
    expect(await send()).toEqual({ outcome: 'sent' })
    await send()
    await push.send(service.subscribe('telefono'), { ...pushMessage, tag: '17-event' })
    expect(service.faults).toEqual([])
    const [first, again, other] = service.arrived
    expect(first?.message).toEqual(pushMessage)
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
  ])('with the response %s %j is %j', async (status, headers, result) => {
    const { send } = await startWebPush({ reply: () => ({ status, headers }) })
    expect(await send()).toEqual(result)
  })

  it('follows no redirect', async () => {
    const other = await startWebPush()
    const location = `${other.service.address}/telefono`
    const { send } = await startWebPush({ reply: () => ({ status: 307, headers: { location } }) })
    expect(await send()).toEqual({ outcome: 'refused', code: '307' })
    expect([other.service.arrived, other.service.faults]).toEqual([[], []])
  })

  it('is later if the service is not there, and sent to no unknown service', async () => {
    const { service, push } = await startWebPush()
    const token = service.subscribe('telefono')
    await service.close()
    expect(await push.send(token, pushMessage)).toMatchObject({ outcome: 'later', code: 'ECONNREFUSED' })
    for (const origin of [service.address, 'https://push.services.mozilla.com.example.com']) {
      const unknown = token.replace(/https:[^"]+(?=\/telefono)/, origin)
      expect(await push.send(unknown, pushMessage)).toEqual({ outcome: 'refused', code: 'endpoint' })
    }
  })
})

it('makes VAPID keys whose public part is a point of P-256', () => {
  const point = Buffer.from(vapidPublicKey(newVapidKey()), 'base64url')
  expect([point.length, point[0]]).toEqual([65, 4])
})
