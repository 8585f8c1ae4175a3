import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onCleanup } from '../../support/suite.ts'

export type DatabaseSwitch = { port: number; switchTo(port: number): void }

/**
 * Opens one address for two PostgreSQL servers, as HAProxy does: new connections go to the port `first`, or to the port
 * of the last `switchTo`, which also closes all connections (`on-marked-down shutdown-sessions`).
 */
export async function startDatabaseSwitch(first: number): Promise<DatabaseSwitch> {
  let target = first
  const clients = new Set<Socket>()
  const server = createServer((client) => {
    const database = connect(target, '127.0.0.1')
    clients.add(client)
    client
      .on('error', () => {})
      .on('close', () => {
        clients.delete(client)
        database.destroy()
      })
    database.on('error', () => {}).on('close', () => client.destroy())
    client.pipe(database).pipe(client)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const closeAll = () => {
    for (const client of clients) client.destroy()
  }
  onCleanup(() => {
    server.close()
    closeAll()
  })
  return {
    port: (server.address() as AddressInfo).port,
    switchTo(port) {
      target = port
      closeAll()
    },
  }
}
