import dns from 'node:dns'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import Fastify from 'fastify'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { limits } from './config.ts'
import { createListeners } from './listeners.ts'

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

async function listening(most?: number, port = 0, host = '127.0.0.1') {
  const app = Fastify()
  const listeners = createListeners(app, most)
  let asked = 0
  undo.push(async () => {
    await listeners.close()
    app.server.closeAllConnections()
    return app.close()
  })
  app.get('/', async () => 'here')
  app.get('/never', () => {
    asked += 1
    return new Promise(() => {})
  })
  await listeners.listen({ port, host })
  return { app, listeners, port: (app.server.address() as AddressInfo).port, asked: () => asked }
}

/** Connected, which the system does before anybody takes the connection. */
async function visitors(port: number, count: number): Promise<Socket[]> {
  const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1').on('error', () => {}))
  undo.push(() => {
    for (const socket of sockets) socket.destroy()
  })
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  return sockets
}

async function turnsUntil(isDone: () => boolean, most = Number.POSITIVE_INFINITY): Promise<number> {
  let turns = 0
  for (; !isDone() && turns < most; turns += 1) await new Promise(setImmediate)
  return turns
}

/** Each connects and asks from a thread of its own, which then says how each call ended: 'answered', or its error. */
const asking = `
  const { connect } = require('node:net')
  const { parentPort, workerData: { port, count, connected } } = require('node:worker_threads')
  const ends = []
  for (let asker = 0; asker < count; asker += 1) {
    let end = 'ended'
    const socket = connect(port, '127.0.0.1', () => {
      Atomics.add(connected, 0, 1)
      Atomics.notify(connected, 0)
      socket.write('GET / HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n')
    })
    socket.on('error', ({ code }) => { end = code })
    socket.on('data', () => { end = 'answered'; socket.destroy() })
    socket.on('close', () => {
      ends.push(end)
      if (ends.length === count) parentPort.postMessage(ends)
    })
  }
`

/** Gives the server no turn until the system has let all of them wait; resolves with how their calls end. */
function comeMeanwhile(port: number, count: number): { ends: Promise<string[]> } {
  const connected = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(asking, { eval: true, workerData: { port, count, connected } })
  undo.push(() => worker.terminate())
  const ends = once(worker, 'message').then(([all]) => all)
  for (let seen = 0; seen < count; seen = Atomics.load(connected, 0)) Atomics.wait(connected, 0, seen)
  return { ends }
}

describe('many who come at once', () => {
  it.runIf(process.platform === 'linux')('are taken in a few turns', async () => {
    const { app, port } = await listening()
    let taken = 0
    app.server.on('connection', () => {
      taken += 1
    })
    const { ends } = comeMeanwhile(port, 200)
    const turns = await turnsUntil(() => taken === 200)
    expect(turns).toBeLessThan(40)
    expect(new Set(await ends)).toEqual(new Set(['answered']))
  })

  it('are dropped beyond the most that there may be while all are being answered, until one leaves', async () => {
    const { app, listeners, port, asked } = await listening(20)
    let dropped = 0
    app.server.on('drop', () => {
      dropped += 1
    })
    const asking: Socket[] = []
    for (let count = 1; count <= 20; count += 1) {
      asking.push(...(await visitors(port, 1)))
      asking.at(-1)?.write('GET /never HTTP/1.1\r\nHost: x\r\n\r\n')
      await expect.poll(asked, { interval: 2 }).toBe(count)
    }
    await visitors(port, 10)
    await expect.poll(() => dropped, { interval: 2 }).toBe(10)
    expect(listeners.connections()).toBe(20)
    asking[0]?.destroy()
    await expect.poll(() => listeners.connections(), { interval: 2 }).toBe(19)
    await visitors(port, 1)
    await expect.poll(() => listeners.connections(), { interval: 2 }).toBe(20)
  })

  it.runIf(process.platform === 'linux')('2,000 idle ones of one address shut nobody else out', async () => {
    const { listeners, port } = await listening()
    await visitors(port, limits.connections)
    await expect
      .poll(() => listeners.connections(), { interval: 2 })
      .toBeGreaterThan(limits.connections * 0.94)
    await turnsUntil(() => false, 20) // until all that wait are taken
    const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' })
    undo.push(() => socket.destroy())
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    expect(String((await once(socket, 'data'))[0])).toContain('200 OK')
  })

  it.runIf(process.platform === 'linux')(
    'give the place of an idle one to a newcomer, at the fullest address',
    async () => {
      const { listeners, port } = await listening(20)
      const crowd = await visitors(port, 18)
      const other = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' })
      undo.push(() => other.destroy())
      await expect.poll(() => listeners.connections(), { interval: 2 }).toBe(18)
      const closed = () => crowd.filter(({ destroyed }) => destroyed).length
      await expect.poll(closed, { interval: 2 }).toBe(1)
      expect(other.destroyed).toBe(false)
    },
  )
})

it('is answered by the same server, whichever socket took it', async () => {
  const { port } = await listening()
  const sockets = await visitors(port, 100)
  const answers = sockets.map(async (socket) => {
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    const [answer] = await once(socket, 'data')
    return String(answer).slice(0, 12)
  })
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['HTTP/1.1 200']))
})

it('listens at one address of a name that has several', async () => {
  const all = ['127.0.0.1', '::1'].map((address) => ({ address }))
  // As Fastify asks, which goes by a name alone; anybody else hears of the first.
  const asked = vi
    .spyOn(dns, 'lookup')
    .mockImplementation(((_host: string, options: dns.LookupOptions, done: (...heard: unknown[]) => void) =>
      options.all ? done(null, all) : done(null, '127.0.0.1', 4)) as never)
  const { app, port } = await listening(undefined, 0, 'localhost')
  asked.mockRestore()
  expect(app.addresses()).toMatchObject([{ address: '127.0.0.1', port }])
})

it('shares its port with no other server', async () => {
  const { port } = await listening()
  await expect(listening(undefined, port)).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

it('takes nobody any more once it is closed, and keeps who is there', async () => {
  const { listeners, port } = await listening()
  const [kept] = (await visitors(port, 1)) as [Socket]
  await expect.poll(() => listeners.connections(), { interval: 2 }).toBe(1)
  await listeners.close()
  const late = Array.from({ length: 100 }, () => connect(port, '127.0.0.1'))
  const codes = late.map(async (socket) => (await once(socket, 'error'))[0].code)
  expect(new Set(await Promise.all(codes))).toEqual(new Set(['ECONNREFUSED']))
  kept.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  expect(String((await once(kept, 'data'))[0])).toContain('200 OK')
})

/** Ask on a thread of their own, each again and again until it is answered; then says what became of all calls. */
const restless = `
  const { connect } = require('node:net')
  const { parentPort, workerData: port } = require('node:worker_threads')
  const ends = new Set()
  let asking = 20
  function ask() {
    let end = 'ended'
    const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n'))
    socket.on('error', ({ code }) => { end = code })
    socket.on('data', () => { end = 'answered'; socket.destroy() })
    socket.on('close', () => {
      ends.add(end)
      if (end !== 'answered') return setImmediate(ask)
      asking -= 1
      if (asking === 0) parentPort.postMessage([...ends].toSorted())
    })
  }
  for (let asker = 0; asker < 20; asker += 1) ask()
  parentPort.postMessage('asks')
`

it('answers who comes while it begins to listen, or lets nobody in yet', async () => {
  const first = await listening()
  await first.listeners.close()
  for (let start = 0; start < 10; start += 1) {
    const worker = new Worker(restless, { eval: true, workerData: first.port })
    undo.push(() => worker.terminate())
    await once(worker, 'message')
    await sleep(5) // so that some of them have been refused
    const { listeners } = await listening(undefined, first.port)
    const [ends] = await once(worker, 'message')
    expect(['answered', 'ECONNREFUSED']).toEqual(expect.arrayContaining(ends))
    await listeners.close()
  }
})

it.runIf(process.platform === 'linux')('answers who came before it closes', async () => {
  const { listeners, port } = await listening()
  const { ends } = comeMeanwhile(port, 200)
  await listeners.close()
  expect(new Set(await ends)).toEqual(new Set(['answered']))
})
