import { once } from 'node:events'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'
import { selfSigned } from '@apoderados/testing/selfSigned'

const DAY_MS = 86_400_000

/**
 * Starts a proxy in front of the database at `port` that speaks TLS with PostgreSQL's clients. Its certificate, at the
 * returned `path`, is valid for `days` days.
 */
export async function startTlsProxy(port: number, days: number) {
  const { cert, key } = selfSigned(new Date(Date.now() + (days + 0.5) * DAY_MS))
  const path = join(await mkdtemp(join(tmpdir(), 'apoderados-tls-')), 'ca.pem')
  await writeFile(path, cert)
  const server = createServer((socket: Socket) => {
    socket.on('error', () => {})
    // PostgreSQL clients send a request for encryption before the TLS handshake.
    socket.once('data', () => {
      socket.write('S')
      const encrypted = new TLSSocket(socket, { isServer: true, cert, key })
      const database = connect(port, '127.0.0.1')
      for (const each of [encrypted, database]) each.on('error', () => socket.destroy())
      encrypted.pipe(database).pipe(encrypted)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, path, stop: () => void server.close() }
}
