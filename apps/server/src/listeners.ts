import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { type AddressInfo, createServer, Server } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { limits } from './config.ts'
import { trackIdleConnections } from './idleConnections.ts'

/**
 * Node takes one new connection of a listening socket in each turn of its loop, and a busy turn lasts up to a tenth of a
 * second: whoever comes new would wait for seconds while those inside are answered. Linux spreads what comes to a port
 * over all sockets that listen there.
 */
const SOCKETS = process.platform === 'linux' ? 64 : 1
/** Before a close: so many find room for whoever waits at once. */
const LAST_TURNS = 20

type Address = { port: number; host: string }

export type Listeners = {
  /** @throws EADDRINUSE and what else the system says of the address */
  listen(address: Address): Promise<void>
  /** As one of several processes, whose first one listens for all. */
  listenAsWorker(address: Address): Promise<void>
  connections(): number
  /** Takes who has come already, then no new connection; leaves those there as they are. */
  close(): Promise<void>
}

/** From this share of the most on, each newcomer takes the place of an idle connection. */
const NEARLY_FULL = 0.95

/** `most`: connections at once, further ones are dropped. */
export function createListeners(app: FastifyInstance, most: number = limits.connections): Listeners {
  const sockets: Server[] = [app.server]
  let name: Server | undefined
  let connections = 0
  let taken = 0

  function letIn(maxConnections: number): void {
    for (const socket of sockets) socket.maxConnections = maxConnections
  }
  letIn(most)
  const idleConnections = trackIdleConnections(app.server)
  // Of all sockets: the further ones hand theirs over.
  app.server.on('connection', (connection) => {
    connections += 1
    taken += 1
    if (connections >= most * NEARLY_FULL) idleConnections.closeOne(connection)
    if (connections === most) letIn(0)
    connection.once('close', () => {
      if (connections === most) letIn(most)
      connections -= 1
    })
  })

  /** Node's own backlog of 511 overflows when a school's parents come at once: the next ones would wait for seconds. */
  const options = ({ port, host }: Address) => ({ port, host, backlog: limits.connections })

  /** As the HTTP server listens itself, which takes over what comes. */
  async function listenBeside(address: Address): Promise<void> {
    const socket = createServer({ allowHalfOpen: true, noDelay: true }, (connection) =>
      app.server.emit('connection', connection),
    )
    socket.maxConnections = most
    socket.on('drop', (dropped) => app.server.emit('drop', dropped))
    socket.listen({ ...options(address), reusePort: true })
    await once(socket, 'listening')
    sockets.push(socket)
  }

  return {
    async listen(wanted) {
      const host = await addressOf(wanted.host)
      if (SOCKETS === 1) return void (await app.listen(options({ port: wanted.port, host })))
      const address = { host, port: wanted.port || (await anyPort(host)) }
      name = await takeName(address)
      const shared = { ...options(address), reusePort: true } // which Fastify's types do not name
      await app.listen(shared)
      for (let number = 1; number < SOCKETS; number += 1) await listenBeside(address)
    },
    async listenAsWorker({ port, host }) {
      await app.listen(options({ port, host: await addressOf(host) }))
    },
    connections: () => connections,
    async close() {
      // A socket that closes resets whoever the system let wait there. Two turns, as the first may be half over.
      for (let turn = 0, quiet = 0; turn < LAST_TURNS && quiet < 2; turn += 1) {
        const before = taken
        await setImmediate()
        quiet = taken === before ? quiet + 1 : 0
      }
      // Not the HTTP server's own close, which cuts the idle ones at once.
      for (const socket of sockets) if (socket.listening) Server.prototype.close.call(socket)
      name?.close()
    },
  }
}

/** Of a name with several, such as localhost, one: for the others Fastify would open servers that pass by the gate. */
const addressOf = async (host: string) => (await lookup(host, { order: 'ipv4first' })).address

async function anyPort(host: string): Promise<number> {
  const socket = createServer().listen({ port: 0, host })
  await once(socket, 'listening')
  const { port } = socket.address() as AddressInfo
  socket.close()
  await once(socket, 'close')
  return port
}

/**
 * A port that is shared would be so with a second server of ours too, so the address is held by a name that Linux gives
 * to one process and takes back at its end. Not by a look at the port itself: whoever came meanwhile would be reset.
 * @throws EADDRINUSE
 */
async function takeName({ port, host }: Address): Promise<Server> {
  const name = createServer((visitor) => visitor.destroy()).listen(`\0apoderados ${host}:${port}`)
  await once(name, 'listening').catch((error) => {
    throw Object.assign(error, { port }) // as an error of the port itself has it
  })
  return name.unref()
}
