import dns from 'node:dns'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import Fastify from 'fastify'
import { afterEach, expect, it, vi } from 'vitest'
import { createListener } from './listeners.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function startListening(maxConnections?: number, port = 0, host = '127.0.0.1') {
  const app = Fastify()
  const listener = createListener(app, maxConnections)
  let requestCount = 0
  cleanups.push(() => {
    listener.close()
    app.server.closeAllConnections()
    return app.close()
  })
  app.get('/', async () => 'here')
  app.get('/never', () => {
    requestCount += 1
    return new Promise(() => {})
  })
  await listener.listen({ port, host })
  return { app, listener, port: (app.server.address() as AddressInfo).port, asked: () => requestCount }
}

/** Opens connections. A client is connected before the server accepts: the operating system queues the connection. */
async function openConnections(port: number, count: number): Promise<Socket[]> {
  const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1').on('error', () => {}))
  cleanups.push(() => {
    for (const socket of sockets) socket.destroy()
  })
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  return sockets
}

it('drops connections above the maximum until one closes', async () => {
  const { app, listener, port, asked } = await startListening(20)
  let dropped = 0
  app.server.on('drop', () => {
    dropped += 1
  })
  const busySockets: Socket[] = []
  for (let count = 1; count <= 20; count += 1) {
    busySockets.push(...(await openConnections(port, 1)))
    busySockets.at(-1)?.write('GET /never HTTP/1.1\r\nHost: x\r\n\r\n')
    await expect.poll(asked, { interval: 2 }).toBe(count)
  }
  await openConnections(port, 10)
  await expect.poll(() => dropped, { interval: 2 }).toBe(10)
  expect(listener.connections()).toBe(20)
  busySockets[0]?.destroy()
  await expect.poll(() => listener.connections(), { interval: 2 }).toBe(19)
  await openConnections(port, 1)
  await expect.poll(() => listener.connections(), { interval: 2 }).toBe(20)
})

it('listens at one address of a name that has several', async () => {
  const all = ['127.0.0.1', '::1'].map((address) => ({ address }))
  // Fastify looks the name up with the option `all` and gets both addresses; a lookup without it gets the first one.
  const lookup = vi
    .spyOn(dns, 'lookup')
    .mockImplementation(((
      _host: string,
      options: dns.LookupOptions,
      done: (...results: unknown[]) => void,
    ) => (options.all ? done(null, all) : done(null, '127.0.0.1', 4))) as never)
  const { app, port } = await startListening(undefined, 0, 'localhost')
  lookup.mockRestore()
  expect(app.addresses()).toMatchObject([{ address: '127.0.0.1', port }])
})

it('shares its port with no other server', async () => {
  const { port } = await startListening()
  await expect(startListening(undefined, port)).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

it('accepts no connection after it was closed, and keeps the open ones', async () => {
  const { listener, port } = await startListening()
  const [openSocket] = (await openConnections(port, 1)) as [Socket]
  await expect.poll(() => listener.connections(), { interval: 2 }).toBe(1)
  listener.close()
  const lateSockets = Array.from({ length: 100 }, () => connect(port, '127.0.0.1'))
  const codes = lateSockets.map(async (socket) => (await once(socket, 'error'))[0].code)
  expect(new Set(await Promise.all(codes))).toEqual(new Set(['ECONNREFUSED']))
  openSocket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  expect(String((await once(openSocket, 'data'))[0])).toContain('200 OK')
})
