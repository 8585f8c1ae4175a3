import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from './networkOf.ts'

type Exchange = { request: IncomingMessage; response: ServerResponse }

/**
 * Closes idle connections in favour of new ones, so that the connections of one address cannot shut out all others.
 * Node itself only drops new connections when `maxConnections` is reached, from any address.
 */
export type IdleConnections = {
  /** Closes the longest idle connection of the network with the most connections, if one of them is idle. */
  closeOne(newConnection: Socket): void
}

export function trackIdleConnections(server: Server): IdleConnections {
  const byNetwork = new Map<string, Set<Socket>>()
  const exchanges = new WeakMap<Socket, Exchange>()

  server.on('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    const sockets = byNetwork.get(network) ?? new Set()
    byNetwork.set(network, sockets.add(socket))
    socket.once('close', () => {
      sockets.delete(socket)
      if (sockets.size === 0) byNetwork.delete(network)
    })
  })
  server.on('request', (request, response) => {
    const { socket } = request
    exchanges.set(socket, { request, response })
    // The set keeps insertion order, so that its first socket is the least recently used.
    const sockets = byNetwork.get(networkOf(socket.remoteAddress ?? ''))
    if (sockets?.delete(socket)) sockets.add(socket)
  })

  /** A connection is idle without a request, while a request's body is incomplete, and after its answer was sent. */
  function isIdle(socket: Socket): boolean {
    const exchange = exchanges.get(socket)
    return !exchange?.request.complete || exchange.response.writableFinished
  }

  return {
    closeOne(newConnection) {
      const largest = [...byNetwork.values()].reduce(
        (largest, one) => (one.size > largest.size ? one : largest),
        new Set<Socket>(),
      )
      for (const socket of largest) {
        if (socket === newConnection || socket.destroyed || !isIdle(socket)) continue
        socket.destroy()
        return
      }
    },
  }
}
