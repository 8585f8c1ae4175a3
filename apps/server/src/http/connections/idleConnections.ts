import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from './networkOf.ts'

type Exchange = { request: IncomingMessage; response: ServerResponse }

/**
 * Keeps room for newcomers: the connections of one address must not shut out all others. Node itself only drops
 * what comes once `maxConnections` is reached, whoever it is from.
 */
export type IdleConnections = {
  /** Closes the longest idle connection of the address that has the most, if it has an idle one. */
  closeOne(newcomer: Socket): void
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
    // Ordered by last use: a set keeps the order of insertion.
    const sockets = byNetwork.get(networkOf(socket.remoteAddress ?? ''))
    if (sockets?.delete(socket)) sockets.add(socket)
  })

  /** No request, one whose body has not come, or one that was answered. */
  function isIdle(socket: Socket): boolean {
    const exchange = exchanges.get(socket)
    return !exchange?.request.complete || exchange.response.writableFinished
  }

  return {
    closeOne(newcomer) {
      const largest = [...byNetwork.values()].reduce(
        (most, one) => (one.size > most.size ? one : most),
        new Set<Socket>(),
      )
      for (const socket of largest) {
        if (socket === newcomer || socket.destroyed || !isIdle(socket)) continue
        socket.destroy()
        return
      }
    },
  }
}
