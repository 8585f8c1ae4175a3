import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The path of an answer, and the size of its body as it was sent, usually compressed. */
type CountedAnswer = { path: string; bytes: number }

/** Starts an HTTP proxy to the server at `target` that records every answer, also those to the service worker. */
export async function startCountingProxy(target: string) {
  const answers: CountedAnswer[] = []
  const server = createServer((incoming, reply) => {
    const path = incoming.url ?? '/'
    const { method, headers } = incoming
    const forwarded = request(new URL(path, target), { method, headers }, (answer) => {
      const counted = { path, bytes: 0 }
      answers.push(counted)
      reply.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.on('data', (chunk: Buffer) => {
        counted.bytes += chunk.length
      })
      answer.pipe(reply)
    })
    forwarded.on('error', () => reply.destroy())
    incoming.pipe(forwarded)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    answers,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
