import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The path of a response, and the size of its body as it was sent, usually compressed. */
type CountedResponse = { path: string; bytes: number }

/** Starts an HTTP proxy to the server at `target` that records every response, also those to the service worker. */
export async function startCountingProxy(target: string) {
  const responses: CountedResponse[] = []
  const server = createServer((incoming, reply) => {
    const path = incoming.url ?? '/'
    const { method, headers } = incoming
    const forwarded = request(new URL(path, target), { method, headers }, (response) => {
      const counted = { path, bytes: 0 }
      responses.push(counted)
      reply.writeHead(response.statusCode ?? 502, response.headers)
      response.on('data', (chunk: Buffer) => {
        counted.bytes += chunk.length
      })
      response.pipe(reply)
    })
    forwarded.on('error', () => reply.destroy())
    incoming.pipe(forwarded)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    responses,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
