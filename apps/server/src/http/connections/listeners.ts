import { lookup } from 'node:dns/promises'
import { Server } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { limits } from '../../config.ts'
import { trackIdleConnections } from './idleConnections.ts'

type Address = { port: number; host: string }

export type Listener = {
  /** @throws EADDRINUSE and other errors of the system that concern the address */
  listen(address: Address): Promise<void>
  connections(): number
  /** Takes no new connection; leaves the present ones as they are. */
  close(): void
}

/** Above this share of `most`, each new connection replaces an idle one. */
const NEARLY_FULL = 0.95

/** `most`: connections at once, further ones are dropped. */
export function createListener(app: FastifyInstance, most: number = limits.connections): Listener {
  const { server } = app
  let connections = 0
  server.maxConnections = most
  const idleConnections = trackIdleConnections(server)
  server.on('connection', (connection) => {
    connections += 1
    if (connections >= most * NEARLY_FULL) idleConnections.closeOne(connection)
    connection.once('close', () => {
      connections -= 1
    })
  })
  return {
    async listen({ port, host }) {
      // Node's default backlog of 511 overflows when a school's parents connect at once.
      await app.listen({ port, host: await addressOf(host), backlog: limits.connections })
    },
    connections: () => connections,
    close() {
      // The HTTP server's own close would also cut idle connections.
      if (server.listening) Server.prototype.close.call(server)
    },
  }
}

/** One address of a name that has several, such as localhost: Fastify would open a second server for the others. */
const addressOf = async (host: string) => (await lookup(host, { order: 'ipv4first' })).address
