import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { BASE_PATH } from '@apoderados/contract/calls/call'
import { CAROLINA, setupServer } from '@apoderados/testing/testServer'
import { beforeAll, describe, expect, it } from 'vitest'
import { limits } from '../config.ts'

/** Fewer calls than the pool has connections, so that calls wait only for the lock of `whileCallsAreHeld`. */
const MAX_CONCURRENT_CALLS = 8
const logLines: string[] = []
const server = setupServer({
  withMetrics: true,
  limits: { maxConcurrentCalls: MAX_CONCURRENT_CALLS },
  log: { write: (line) => logLines.push(line) },
})
let jwt = ''
let port = 0

beforeAll(async () => {
  jwt = await server().signIn(CAROLINA)
  await server().app.listen({ port: 0, host: '127.0.0.1' })
  port = (server().app.server.address() as AddressInfo).port
})

const ask = (path: string, { headers, ...init }: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${jwt}`, ...headers },
  })
const readArrears = (headers: Record<string, string> = {}) =>
  ask(`${BASE_PATH}/arrears?student_id=1`, { headers })

const endSession = () => ask(`${BASE_PATH}/auth/sessions/current`, { method: 'DELETE' })
const sendInvalidSignIn = () =>
  ask(`${BASE_PATH}/auth/login`, {
    method: 'POST',
    body: JSON.stringify({ email: 'sin arroba', password: 'mala' }),
    headers: { 'content-type': 'application/json' },
  })

/** Holds `count` calls at a lock on the table `sessions` while `during` runs; returns the statuses of these calls. */
async function whileCallsAreHeld(
  count: number,
  during: () => Promise<void>,
  call: () => Promise<Response> = readArrears,
): Promise<number[]> {
  const lockHolder = await server().db.$client.connect()
  await lockHolder.query('begin; lock table sessions in access exclusive mode')
  let startedCalls = 0
  const hear = () => {
    startedCalls += 1
  }
  server().app.server.on('request', hear)
  const responses = Array.from({ length: count }, async () => (await call()).status)
  await expect.poll(() => startedCalls, { interval: 2 }).toBe(count)
  server().app.server.off('request', hear)
  await during().finally(async () => {
    await lockHolder.query('commit')
    lockHolder.release()
  })
  return Promise.all(responses)
}

describe('at the limit of concurrent calls, the server', () => {
  it('refuses the next call with the contract’s message and Retry-After', async () => {
    const statuses = await whileCallsAreHeld(MAX_CONCURRENT_CALLS, async () => {
      const response = await readArrears()
      expect(response.status).toBe(503)
      expect(await response.json()).toEqual({
        success: false,
        message: 'El servicio no está disponible en este momento. Intenta de nuevo en unos segundos.',
      })
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'retry-after': '2',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      })
    })
    expect(statuses.every((status) => status === 200)).toBe(true)
    expect((await readArrears()).status).toBe(200)
  })

  it('lets the native apps read the refusal, and no other origin', async () => {
    await whileCallsAreHeld(MAX_CONCURRENT_CALLS, async () => {
      const nativeResponse = await readArrears({ origin: 'https://localhost' })
      expect([nativeResponse.status, nativeResponse.headers.get('access-control-allow-origin')]).toEqual([
        503,
        'https://localhost',
      ])
      expect(nativeResponse.headers.get('access-control-expose-headers')).toContain('retry-after')
      const other = await readArrears({ origin: 'https://example.com' })
      expect([other.status, other.headers.get('access-control-allow-origin')]).toEqual([503, null])
    })
  })

  it('still signs out, answers the liveness probe, and serves calls that read no row', async () => {
    await whileCallsAreHeld(MAX_CONCURRENT_CALLS, async () => {
      const ended = await fetch(`http://127.0.0.1:${port}${BASE_PATH}/auth/logout`, { method: 'DELETE' })
      expect(ended.status).toBe(200)
      // An invalid token is refused without waiting for the lock.
      const none = { method: 'DELETE', headers: { authorization: 'Bearer no.es.token' } }
      expect((await ask(`${BASE_PATH}/auth/sessions/current`, none)).status).toBe(401)
      expect((await ask('/healthz')).status).toBe(200)
      expect((await ask('/no/existe')).status).toBe(404)
    })
  })

  it('refuses the next sign-out if they are all sign-outs, and serves other calls', async () => {
    const ownSession = jwt
    jwt = await server().signIn(CAROLINA)
    const during = async () => {
      const refused = await endSession()
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
      expect((await sendInvalidSignIn()).status).toBe(400)
    }
    await whileCallsAreHeld(MAX_CONCURRENT_CALLS, during, endSession)
    jwt = ownSession
  })

  it('reserves a place for sign-ins', async () => {
    await whileCallsAreHeld(MAX_CONCURRENT_CALLS, async () => {
      expect((await sendInvalidSignIn()).status).toBe(400)
    })
  })

  it('counts refusals in the metrics, and logs them under the id that was shown', async () => {
    let id: string | null = ''
    await whileCallsAreHeld(MAX_CONCURRENT_CALLS, async () => {
      id = (await readArrears()).headers.get('x-request-id')
    })
    expect(await server().metrics?.text()).toMatch(/^apoderados_refused_total\{limit="overload"\} [1-9]/m)
    const logged = () => logLines.map((line) => JSON.parse(line)).filter(({ limit }) => limit === 'overload')
    await expect.poll(() => logged().map(({ reqId }) => reqId), { interval: 20 }).toContain(id)
    expect(logged().at(-1)).toMatchObject({ msg: 'answered', route: '/arrears', status: 503 })
  })
})

it('does not count a call whose body has not arrived', async () => {
  const sockets = Array.from({ length: MAX_CONCURRENT_CALLS + limits.hashQueue + 10 }, () =>
    connect(port, '127.0.0.1'),
  )
  const head = `POST ${BASE_PATH}/auth/push_token HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n`
  for (const socket of sockets) {
    await once(socket, 'connect')
    socket.write(`${head}authorization: Bearer ${jwt}\r\ncontent-length: 100\r\n\r\n{`)
  }
  expect((await readArrears()).status).toBe(200)
  for (const socket of sockets) socket.destroy()
})
