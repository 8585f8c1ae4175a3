import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from './networkOf.ts'

/**
 * Returns a function that closes an idle connection in favour of a new one, so that the connections of one address
 * cannot shut out all others. Of the network with the most connections, it closes the oldest one that has sent no whole
 * head of a request, else the one that is idle for longest, if any is idle. Node itself can only drop new connections,
 * whatever their address, once there are `maxConnections`.
 */
export function trackIdleConnections(server: Server): (newConnection: Socket) => void {
  const byNetwork = new Map<string, Set<Socket>>()
  const responses = new WeakMap<Socket, ServerResponse>()

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
    responses.set(socket, response)
    // The set keeps insertion order, so that its first socket is the least recently used.
    const sockets = byNetwork.get(networkOf(socket.remoteAddress ?? ''))
    if (sockets?.delete(socket)) sockets.add(socket)
  })

  /** A connection is idle without a request, while a request's body is incomplete, and after its answer was sent. */
  function isIdle(socket: Socket): boolean {
    const response = responses.get(socket)
    return !response?.req.complete || response.writableFinished
  }

  return (newConnection) => {
    const largest = [...byNetwork.values()].reduce(
      (largest, one) => (one.size > largest.size ? one : largest),
      new Set<Socket>(),
    )
    const idle = [...largest].filter(
      (socket) => socket !== newConnection && !socket.destroyed && isIdle(socket),
    )
    const silent = idle.find((socket) => !responses.has(socket))
    ;(silent ?? idle[0])?.destroy()
  }
}
