import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import { listenUntilEnd, pushMessage } from '@apoderados/testing/push/pushProvider'
import { createVerifier } from 'fast-jwt'
import { describe, expect, it } from 'vitest'
import { fcmSender } from './fcm.ts'
import type { PushResult } from './message.ts'

describe('Firebase', () => {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = (key: typeof pair.privateKey) => key.export({ type: 'pkcs8', format: 'pem' }) as string

  /** Starts a server that responds to token requests, and to messages with the next of `replies` or else with 200. */
  async function firebase(...replies: [status: number, body?: object, headers?: Record<string, string>][]) {
    const requests: { url: string; authorization: string | undefined; body: string }[] = []
    const server = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      const url = request.url ?? ''
      requests.push({ url, authorization: request.headers.authorization, body })
      const token = { access_token: `token ${requests.length}`, expires_in: 3600 }
      const [status, content, headers] =
        url === '/token' ? [200, token, {}] : (replies.shift() ?? [200, {}, {}])
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify(content))
    })
    const origin = await listenUntilEnd(server)
    const account = {
      project_id: 'colegio',
      client_email: 'push@colegio.cl',
      private_key: pem(pair.privateKey),
    }
    const send = fcmSender({ ...account, token_uri: `${origin}/token` }, origin)
    return { asked: requests, send: () => send('un-telefono', pushMessage, 'topic') }
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
        notification: { title: pushMessage.title, body: pushMessage.body },
        data: { tag: pushMessage.tag, batch: pushMessage.batch, url: pushMessage.url, path: pushMessage.url },
        android: { collapse_key: 'topic', ttl: '86400s', notification: { tag: 'topic' } },
      },
    })
  })

  it.each<[number, object, PushResult]>([
    [404, { error: { status: 'NOT_FOUND', details: [{ errorCode: 'UNREGISTERED' }] } }, { outcome: 'gone' }],
    [400, { error: { status: 'INVALID_ARGUMENT' } }, { outcome: 'refused', code: '400' }],
    [503, { error: { status: 'UNAVAILABLE' } }, { outcome: 'later', code: '503' }],
  ])('with the response %s %j is %j', async (status, body, result) => {
    const { send } = await firebase([status, body])
    expect(await send()).toEqual(result)
  })

  it('gets a new token after a 401', async () => {
    const { asked, send } = await firebase([401, { error: { status: 'UNAUTHENTICATED' } }])
    expect([await send(), await send()]).toEqual([{ outcome: 'later', code: '401' }, { outcome: 'sent' }])
    expect(asked.filter(({ url }) => url === '/token')).toHaveLength(2)
  })
})
