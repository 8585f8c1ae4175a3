/** A bare `node:http` server for comparison: `/1234` returns 1,234 bytes. Prints its port. */
import { createServer } from 'node:http'

const bodiesByUrl = new Map<string, Buffer>()

function bodyOf(url: string): Buffer {
  const body = bodiesByUrl.get(url) ?? Buffer.alloc(Number(url.slice(1)) || 0, 'a')
  bodiesByUrl.set(url, body)
  return body
}

const server = createServer(({ url = '/' }, response) => {
  const body = bodyOf(url)
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
  response.end(body)
}).listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(typeof address === 'object' && address ? `port ${address.port}` : '')
})
