import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { type Line, makeDice, TcpLink } from './tcpLink.ts'

type Mode =
  | { kind: 'forward' }
  /** Accepted, never answered: 100 % loss. */
  | { kind: 'blackhole' }
  /** Someone else answers everything. */
  | { kind: 'portal'; answer: string }
  /** The answers to what matches break off in the middle of their body. */
  | { kind: 'cut'; paths: RegExp }

type State = {
  mode: Mode
  line: Line
  requests: string[]
  target: URL
  dice: () => number
}

const clean: Line = { delayMs: 0, loss: 0 }
const REQUEST = /^(?:GET|POST|DELETE|HEAD|OPTIONS) (\S+) HTTP\/1\.1\r\n/gm
const HEAD_END = '\r\n\r\n'

/**
 * A line to the server at `target` that can be made bad while a page is open. It listens at a free port of its own
 * and sees which requests pass, whatever becomes of them.
 */
export async function startTcpProxy(target: string) {
  const state: State = {
    mode: { kind: 'forward' },
    line: clean,
    requests: [],
    target: new URL(target),
    dice: makeDice(20261121),
  }
  const clients = new Set<Socket>()
  const server = createServer((client) => {
    clients.add(client)
    client.on('close', () => clients.delete(client))
    carry(client, state)
  })
  const listen = async (at: number) => {
    server.listen(at, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  /** Whatever was open is over, so that each request after a change meets the new line. */
  const drop = () => {
    for (const client of clients) client.resetAndDestroy()
  }
  const close = async () => {
    const closed = server.listening ? once(server, 'close') : undefined
    if (closed) server.close()
    drop()
    await closed
  }
  const become = async (mode: Mode) => {
    state.mode = mode
    if (!server.listening) await listen(port)
  }
  const worsen = (worse: Partial<Line>) => {
    state.line = { ...clean, ...worse }
    drop()
  }

  return {
    url: `http://127.0.0.1:${port}`,
    /** Path and query of each request, in the order in which they were sent. */
    requests: state.requests,
    /** As when the server is down: connections are refused, and those that were open are reset. */
    refuse: close,
    /** What was asked before and is not answered yet stays so too. */
    blackhole: () => become({ kind: 'blackhole' }),
    /** `answer` is the whole HTTP response, from its status line on. */
    portal: (answer: string) => become({ kind: 'portal', answer }),
    /** Half answers to each path that matches. */
    cut: (paths: RegExp) => become({ kind: 'cut', paths }),
    /** A slow or lossy line from here on. */
    worsen,
    /** A good line to the server again. */
    async restore() {
      worsen(clean)
      await become({ kind: 'forward' })
    },
    stop: close,
  }
}

/** Joins a client to the server, as well as the line is at each moment. */
function carry(client: Socket, state: State): void {
  const upstream = connect(Number(state.target.port), state.target.hostname)
  upstream.on('error', () => client.destroy())
  client.on('error', () => client.destroy())
  client.on('close', () => upstream.destroy())
  const up = new TcpLink(upstream, state.dice)
  const down = new TcpLink(client, state.dice)
  let handshakeMs = state.line.delayMs * 2 // a round trip before anything is said
  let path = ''
  client.on('data', (chunk) => {
    const { mode, line } = state
    const asked = Array.from(chunk.toString('latin1').matchAll(REQUEST), (found) => found[1] ?? '')
    state.requests.push(...asked)
    path = asked.at(-1) ?? path
    if (mode.kind === 'portal') down.send(Buffer.from(mode.answer), line)
    else if (mode.kind !== 'blackhole') up.send(chunk, { ...line, delayMs: line.delayMs + handshakeMs })
    handshakeMs = 0
  })
  upstream.on('data', (chunk) => {
    const { mode, line } = state
    if (mode.kind === 'blackhole') return
    const isCut = mode.kind === 'cut' && mode.paths.test(path)
    down.send(isCut ? chunk.subarray(0, middleOf(chunk)) : chunk, line)
    if (!isCut) return
    down.end()
    upstream.destroy()
  })
  client.on('end', () => up.end())
  upstream.on('end', () => state.mode.kind !== 'blackhole' && down.end())
}

/** Half of the body that a chunk holds, after the head when the head is in it. */
function middleOf(chunk: Buffer): number {
  const head = chunk.indexOf(HEAD_END)
  const start = head < 0 ? 0 : head + HEAD_END.length
  return start + Math.floor((chunk.length - start) / 2)
}
