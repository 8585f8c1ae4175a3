import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { setupServer } from '@apoderados/testing/testServer'
import { testTimeouts } from '@apoderados/testing/testTimeouts'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { createApp } from '../../app.ts'
import { limits } from '../../config.ts'
import { installDrain } from './drain.ts'
import { createListener } from './listeners.ts'

const server = setupServer()
const SHORT_WAIT_MS = 50
const HEALTH_REQUEST = 'GET /healthz HTTP/1.1\r\nHost: school\r\n\r\n'

/** Starts a server, and opens a connection that has received one response. */
async function startAndConnect() {
  const settings = { trustProxy: [], corsOrigins: [], logLevel: 'silent' }
  const { app, drain } = await createApp(server().services, settings)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  let received = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text
  })
  socket.write(HEALTH_REQUEST)
  await expect.poll(() => received).toContain('200 OK')
  received = ''
  return { app, drain, socket, received: () => received }
}

it('does not mistake a blocked event loop for an idle connection (R32)', async () => {
  const { drain, socket, received } = await startAndConnect()
  drain.start()
  const stopped = drain.waitUntilQuiet().then(drain.close)
  const closed = once(socket, 'close')
  await sleep(SHORT_WAIT_MS)
  // Blocks this process, as when the start of the server's next process takes the whole CPU.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, limits.drainIdleMs + 100)
  await sleep(SHORT_WAIT_MS)
  socket.write(HEALTH_REQUEST)
  await Promise.all([stopped, closed])
  expect(received()).toMatch(/^HTTP\/1\.1 200 OK[\s\S]+connection: close/i)
})

it('answers a call whose last byte arrives after the server began to close', async () => {
  const { app, drain, socket, received } = await startAndConnect()
  socket.write(HEALTH_REQUEST.slice(0, -2))
  await sleep(SHORT_WAIT_MS)
  drain.start()
  const closed = Promise.all([drain.close(), once(socket, 'close')])
  await expect.poll(() => app.server.listening, { interval: 2 }).toBe(false)
  socket.write(HEALTH_REQUEST.slice(-2))
  await closed
  expect(received()).toMatch(/^HTTP\/1\.1 200 OK[\s\S]+connection: close/i)
})

/** Starts ten calls, which end when `letGo` is called; begins to drain once all have arrived. */
async function startTenCalls({ drainMs }: { drainMs: number } = testTimeouts) {
  const app = Fastify()
  const listener = createListener(app)
  const drain = installDrain(app, listener, { ...testTimeouts, drainMs })
  const pendingResponse = Promise.withResolvers<string>()
  let startedCalls = 0
  app.get('/held', () => {
    startedCalls += 1
    return pendingResponse.promise
  })
  await listener.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const responses = Promise.allSettled(
    Array.from({ length: 10 }, async () => (await fetch(`http://127.0.0.1:${port}/held`)).text()),
  )
  await expect.poll(() => startedCalls, { interval: 2 }).toBe(10)
  drain.start()
  listener.close()
  return { drain, responses, letGo: () => pendingResponse.resolve('here') }
}

it('waits for the calls in progress', async () => {
  const { drain, responses, letGo } = await startTenCalls()
  let isClosed = false
  const closed = drain.close().then(() => {
    isClosed = true
  })
  await sleep(SHORT_WAIT_MS)
  expect(isClosed).toBe(false)
  letGo()
  expect(await responses).toEqual(Array(10).fill({ status: 'fulfilled', value: 'here' }))
  await closed
})

it('aborts calls that exceed the time limit', async () => {
  const { drain, responses } = await startTenCalls({ drainMs: SHORT_WAIT_MS })
  await drain.close()
  expect((await responses).map(({ status }) => status)).toEqual(Array(10).fill('rejected'))
})
