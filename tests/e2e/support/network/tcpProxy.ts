import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { TcpLink } from './tcpLink.ts'

type ProxyMode =
  | { kind: 'forward' }
  /** Accepts connections and never answers: 100 % loss. */
  | { kind: 'blackhole' }
  /** Another server, such as a captive portal, answers everything. */
  | { kind: 'portal'; response: string }
  /** Responses to matching paths break off in the middle of their body. */
  | { kind: 'cut'; paths: RegExp }

type ProxyState = {
  mode: ProxyMode
  /** The delay in each direction. */
  delayMs: number
  requests: string[]
  target: URL
}

const REQUEST_LINE = /^(?:GET|POST|DELETE|HEAD|OPTIONS) (\S+) HTTP\/1\.1\r\n/gm
const HEAD_END = '\r\n\r\n'

/**
 * Starts a proxy to the server at `target` whose connection can be degraded while a page is open. It listens on a free
 * port and records the requests that pass.
 */
export async function startTcpProxy(target: string) {
  const state: ProxyState = {
    mode: { kind: 'forward' },
    delayMs: 0,
    requests: [],
    target: new URL(target),
  }
  const clients = new Set<Socket>()
  const server = createServer((client) => {
    clients.add(client)
    client.on('close', () => clients.delete(client))
    forward(client, state)
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  /** Resets open connections, so that each request after a change uses the new delay. */
  const resetClients = () => {
    for (const client of clients) client.resetAndDestroy()
  }
  const close = async () => {
    const closed = server.listening ? once(server, 'close') : undefined
    if (closed) server.close()
    resetClients()
    await closed
  }
  const switchMode = async (mode: ProxyMode) => {
    state.mode = mode
    if (!server.listening) await listen(port)
  }
  const degrade = ({ delayMs }: { delayMs: number }) => {
    state.delayMs = delayMs
    resetClients()
  }

  return {
    url: `http://127.0.0.1:${port}`,
    /** Path and query of each request, in the order in which they were sent. */
    requests: state.requests,
    /** Simulates a stopped server: new connections are refused, and open ones are reset. */
    refuse: close,
    /** Stops answering; requests without a response so far also stay unanswered. */
    blackhole: () => switchMode({ kind: 'blackhole' }),
    /** `response` is the whole HTTP response, from its status line on. */
    portal: (response: string) => switchMode({ kind: 'portal', response }),
    /** Cuts the responses to matching paths in half. */
    cut: (paths: RegExp) => switchMode({ kind: 'cut', paths }),
    /** Makes the connection slow, and resets the open ones. */
    degrade,
    /** Restores a good connection to the server. */
    async restore() {
      degrade({ delayMs: 0 })
      await switchMode({ kind: 'forward' })
    },
    stop: close,
  }
}

/** Forwards between a client and the server, in the current mode and with the current delay. */
function forward(client: Socket, state: ProxyState): void {
  const upstream = connect(Number(state.target.port), state.target.hostname)
  upstream.on('error', () => client.destroy())
  client.on('error', () => client.destroy())
  client.on('close', () => upstream.destroy())
  const toServer = new TcpLink(upstream)
  const toClient = new TcpLink(client)
  let handshakeMs = state.delayMs * 2 // a new connection needs a round trip before its first byte
  let path = ''
  client.on('data', (chunk) => {
    const { mode, delayMs } = state
    const requested = Array.from(chunk.toString('latin1').matchAll(REQUEST_LINE), (found) => found[1] ?? '')
    state.requests.push(...requested)
    path = requested.at(-1) ?? path
    if (mode.kind === 'portal') toClient.send(Buffer.from(mode.response), delayMs)
    else if (mode.kind !== 'blackhole') toServer.send(chunk, delayMs + handshakeMs)
    handshakeMs = 0
  })
  upstream.on('data', (chunk) => {
    const { mode, delayMs } = state
    if (mode.kind === 'blackhole') return
    const isCut = mode.kind === 'cut' && mode.paths.test(path)
    toClient.send(isCut ? chunk.subarray(0, middleOf(chunk)) : chunk, delayMs)
    if (!isCut) return
    toClient.end()
    upstream.destroy()
  })
  client.on('end', () => toServer.end())
  upstream.on('end', () => state.mode.kind !== 'blackhole' && toClient.end())
}

/** Returns the position of the middle of the body in a chunk of a response, which may begin with the headers. */
function middleOf(chunk: Buffer): number {
  const head = chunk.indexOf(HEAD_END)
  const start = head < 0 ? 0 : head + HEAD_END.length
  return start + Math.floor((chunk.length - start) / 2)
}
