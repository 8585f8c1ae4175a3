import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { createApp } from './app.ts'
import { limits } from './config.ts'
import { installDrain } from './drain.ts'
import { createListeners } from './listeners.ts'
import { useServer } from './testing/testServer.ts'

const server = useServer()
const LOOKED_MS = 50
const REQUEST = 'GET /healthz HTTP/1.1\r\nHost: school\r\n\r\n'

it('does not take it for quiet that nobody got a turn (R32)', async () => {
  const settings = { trustProxy: [], corsOrigins: [], logLevel: 'silent' }
  const { app, drain } = await createApp(server().services, settings)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const kept = connect(port, '127.0.0.1')
  kept.on('error', () => {})
  let heard = ''
  kept.setEncoding('utf8').on('data', (text: string) => {
    heard += text
  })
  kept.write(REQUEST)
  await expect.poll(() => heard).toContain('200 OK')
  heard = ''

  drain.start()
  const stopped = drain.calmed().then(drain.close)
  const closed = once(kept, 'close')
  await sleep(LOOKED_MS)
  // As on a machine that is busy with the next process: neither we nor who calls us get a turn.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, limits.drainIdleMs + 100)
  await sleep(LOOKED_MS)
  kept.write(REQUEST)
  await Promise.all([stopped, closed])
  expect(heard).toMatch(/^HTTP\/1\.1 200 OK[\s\S]+connection: close/i)
})

it('waits for the calls under way, whichever socket took them', async () => {
  const app = Fastify()
  const listeners = createListeners(app)
  const drain = installDrain(app, listeners)
  const held = Promise.withResolvers<string>()
  let begun = 0
  app.get('/held', () => {
    begun += 1
    return held.promise
  })
  await listeners.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const answers = Array.from({ length: 10 }, async () =>
    (await fetch(`http://127.0.0.1:${port}/held`)).text(),
  )
  await expect.poll(() => begun, { interval: 2 }).toBe(10)
  drain.start()
  listeners.close()
  let isClosed = false
  const closed = drain.close().then(() => {
    isClosed = true
  })
  await sleep(LOOKED_MS)
  expect(isClosed).toBe(false)
  held.resolve('here')
  expect(await Promise.all(answers)).toEqual(Array(10).fill('here'))
  await closed
})
