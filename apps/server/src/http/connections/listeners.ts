import { lookup } from 'node:dns/promises'
import { Server } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { limits } from '../../config.ts'
import { trackIdleConnections } from './idleConnections.ts'

type ListenAddress = { port: number; host: string }

export type Listener = {
  /** Begins to accept connections. @throws EADDRINUSE and other system errors about the address */
  listen(address: ListenAddress): Promise<void>
  connections(): number
  /** Accepts no new connections; existing connections stay open. */
  close(): void
}

/** From this share of the maximum on, each new connection closes an idle one, if there is any. */
const NEARLY_FULL_SHARE = 0.95

/** Creates a listener that drops connections beyond `maxConnections`. */
export function createListener(app: FastifyInstance, maxConnections: number = limits.connections): Listener {
  const { server } = app
  let connections = 0
  server.maxConnections = maxConnections
  const closeIdleConnection = trackIdleConnections(server)
  server.on('connection', (connection) => {
    connections += 1
    if (connections >= maxConnections * NEARLY_FULL_SHARE) closeIdleConnection(connection)
    connection.once('close', () => {
      connections -= 1
    })
  })
  return {
    async listen({ port, host }) {
      // Node's default backlog of 511 overflows when a school's parents connect at once.
      await app.listen({ port, host: await resolveAddress(host), backlog: limits.connections })
    },
    connections: () => connections,
    close() {
      // The method `close` of an HTTP server would also close idle connections.
      if (server.listening) Server.prototype.close.call(server)
    },
  }
}

/** Resolves a name such as localhost to one address: Fastify would open a second server for each further address. */
const resolveAddress = async (host: string) => (await lookup(host, { order: 'ipv4first' })).address
