import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onCleanup } from '../../support/suite.ts'

export type Link = { port: number; cut(): void; mend(): void }

/** Forwards a new port to `target`. While the link is cut, neither end receives anything, as without a network. */
export async function startLink(target: number): Promise<Link> {
  let isCut = false
  const sockets = new Set<Socket>()
  const track = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  }
  const server = createServer({ pauseOnConnect: true }, (client) => {
    track(client)
    if (isCut) return
    const other = connect(target, '127.0.0.1')
    track(other)
    client.on('close', () => other.destroy())
    other.on('close', () => client.destroy())
    client.pipe(other).pipe(client)
    client.resume()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const closeAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  onCleanup(() => {
    server.close()
    closeAll()
  })
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true
      for (const socket of sockets) socket.unpipe().pause()
    },
    mend() {
      isCut = false
      closeAll() // what was sent while the link was cut is lost, and both ends connect again
    },
  }
}
