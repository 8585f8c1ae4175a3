import { once } from 'node:events'
import { connect } from 'node:net'
import type { Probe } from './headerRules.ts'
import type { WebTestEnvironment } from './webEnvironment.ts'

/** Invalid HTTP, which Node's parser refuses, with the status of the answer. */
const BROKEN_REQUESTS: [name: string, text: string, status: number][] = [
  ['no HTTP', 'HOLA\r\n\r\n', 400],
  ['an unknown method', 'HOLA / HTTP/1.1\r\nhost: x\r\n\r\n', 400],
  ['two lengths', 'POST /login HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab', 400],
  [
    'a length and pieces',
    'POST /login HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
  ],
  [
    'a bad piece',
    'POST /api/v1/mobile/parent/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
    400,
  ],
  ['no host', 'GET /login HTTP/1.1\r\nconnection: close\r\n\r\n', 400],
  ['a space in a header', 'GET /login HTTP/1.1\r\nhost: x\r\nx y: z\r\n\r\n', 400],
  ['endless headers', `GET /login HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(40_000)}\r\n\r\n`, 431],
]

/** Sends the invalid HTTP and returns the answers. */
export async function probeBrokenHttp({ port }: WebTestEnvironment): Promise<Probe[]> {
  const probes: Probe[] = []
  for (const [name, text, wanted] of BROKEN_REQUESTS) {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.setEncoding('latin1').on('data', (chunk) => {
      answer += chunk
    })
    socket.on('error', () => {})
    socket.write(text)
    await once(socket, 'close')
    const [head = ''] = answer.split('\r\n\r\n')
    const [first = '', ...lines] = head.split('\r\n')
    const headers = Object.fromEntries(lines.map((line) => line.split(/: (.*)/s).slice(0, 2)))
    probes.push({
      name,
      kind: 'api',
      expectedStatuses: [wanted],
      status: Number(first.split(' ')[1]),
      headers,
    })
  }
  return probes
}
