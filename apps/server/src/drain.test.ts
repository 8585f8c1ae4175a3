import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createApp } from './app.ts'
import { limits } from './config.ts'
import { useServer } from './testing/testServer.ts'

const server = useServer()
const LOOKED_MS = 50
const REQUEST = 'GET /healthz HTTP/1.1\r\nHost: school\r\n\r\n'

it('does not take it for quiet that nobody got a turn (R32)', async () => {
  const settings = { trustProxy: [], corsOrigins: [], logLevel: 'silent' }
  const { app, startDraining, calmed } = await createApp(server().services, settings)
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

  startDraining()
  const stopped = calmed().then(() => app.close())
  const closed = once(kept, 'close')
  await sleep(LOOKED_MS)
  // As on a machine that is busy with the next process: neither we nor who calls us get a turn.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, limits.drainIdleMs + 100)
  await sleep(LOOKED_MS)
  kept.write(REQUEST)
  await Promise.all([stopped, closed])
  expect(heard).toMatch(/^HTTP\/1\.1 200 OK[\s\S]+connection: close/i)
})
