import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { type AddressInfo, createServer, Server } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { limits } from './config.ts'

/**
 * Node takes one new connection of a listening socket in each turn of its loop, and a busy turn lasts up to a tenth of a
 * second: whoever comes new would wait for seconds while those inside are answered. Linux spreads what comes to a port
 * over all sockets that listen there.
 */
const SOCKETS = process.platform === 'linux' ? 64 : 1

type Address = { port: number; host: string }

export type Listeners = {
  /** @throws EADDRINUSE and what else the system says of the address */
  listen(address: Address): Promise<void>
  /** As one of several processes, whose first one listens for all. */
  listenAsWorker(address: Address): Promise<void>
  connections(): number
  /** Takes no new connection and leaves those there as they are. */
  close(): void
}

/** `most`: connections at once, further ones are dropped. */
export function createListeners(app: FastifyInstance, most: number = limits.connections): Listeners {
  const sockets: Server[] = [app.server]
  let connections = 0

  function letIn(maxConnections: number): void {
    for (const socket of sockets) socket.maxConnections = maxConnections
  }
  letIn(most)
  // Of all sockets: the further ones hand theirs over.
  app.server.on('connection', (connection) => {
    connections += 1
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
      const address = { port: await portAlone({ port: wanted.port, host }), host }
      const shared = { ...options(address), reusePort: SOCKETS > 1 }
      await app.listen(shared)
      for (let number = 1; number < SOCKETS; number += 1) await listenBeside(address)
    },
    async listenAsWorker({ port, host }) {
      await app.listen(options({ port, host: await addressOf(host) }))
    },
    connections: () => connections,
    close() {
      // Not the HTTP server's own close, which cuts the idle ones at once.
      for (const socket of sockets) if (socket.listening) Server.prototype.close.call(socket)
    },
  }
}

/** Of a name with several, such as localhost, one: for the others Fastify would open servers that pass by the gate. */
const addressOf = async (host: string) => (await lookup(host, { order: 'ipv4first' })).address

/** The port, once nobody else listens there: one that is shared would be so with a second server too. */
async function portAlone(address: Address): Promise<number> {
  const socket = createServer().listen(address)
  await once(socket, 'listening')
  const { port } = socket.address() as AddressInfo
  socket.close()
  await once(socket, 'close')
  return port
}
