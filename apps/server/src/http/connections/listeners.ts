import { lookup } from 'node:dns/promises'
import { Server } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { limits } from '../../config.ts'

type ListenAddress = { port: number; host: string }

export type Listener = {
  /** Begins to accept connections. @throws EADDRINUSE and other system errors about the address */
  listen(address: ListenAddress): Promise<void>
  connections(): number
  /** Accepts no new connections; existing connections stay open. */
  close(): void
}

/** Creates a listener that drops connections beyond `maxConnections`. */
export function createListener(app: FastifyInstance, maxConnections: number = limits.connections): Listener {
  const { server } = app
  let connections = 0
  server.maxConnections = maxConnections
  server.on('connection', (connection) => {
    connections += 1
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
