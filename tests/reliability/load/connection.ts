import { connect, type Socket } from 'node:net'

/** `status` 0: no answer, and `code` says why. `closes`: the server said that it ends the connection. */
export type RawResponse = {
  status: number
  code: string
  retryAfter: string | undefined
  closes: boolean
  message: string
}

export type Connection = {
  /** One at a time, whole; `onAnswer` hears of it once. */
  send(call: Buffer | string, onAnswer: (answer: RawResponse) => void): void
  isOpen(): boolean
  destroy(reason?: string): void
}

const HEAD_END = '\r\n\r\n'
const REFUSAL_KEPT = 400
const CHUNK_END = Buffer.from('\r\n')
/** What has just been read, of whichever connection: the next read takes its place. */
const read = Buffer.allocUnsafe(64 * 1024)

/** How far a body in chunks goes: its end, or undefined while some of it is still to come. */
function chunkedEnd(bytes: Buffer, from: number): number | undefined {
  let at = from
  for (;;) {
    const lineEnd = bytes.indexOf(CHUNK_END, at)
    if (lineEnd < 0) return undefined
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16)
    at = lineEnd + 2 + size + 2
    if (at > bytes.length) return undefined
    if (size === 0) return at
  }
}

/** The answer at the head of these bytes; undefined while it is not all there. */
function parse(bytes: Buffer): RawResponse | undefined {
  const headEnd = bytes.indexOf(HEAD_END)
  if (headEnd < 0) return undefined
  const head = bytes.toString('latin1', 0, headEnd + 2).toLowerCase()
  const bodyAt = headEnd + HEAD_END.length
  const field = (name: string) => {
    const at = head.indexOf(`\r\n${name}:`)
    return at < 0 ? undefined : head.slice(at + name.length + 3, head.indexOf('\r\n', at + 2)).trim()
  }
  const length = field('content-length')
  const end = length === undefined ? chunkedEnd(bytes, bodyAt) : bodyAt + Number(length)
  if (end === undefined || bytes.length < end) return undefined
  const status = Number(head.slice(9, 12))
  return {
    status,
    code: '',
    retryAfter: status === 200 ? undefined : field('retry-after'),
    closes: field('connection') === 'close',
    message: status === 200 ? '' : bytes.toString('utf8', bodyAt, Math.min(end, bodyAt + REFUSAL_KEPT)),
  }
}

/**
 * One client's connection, as cheap as can be: the generator shares the machine with what it loads, so no client of
 * node:http, which costs as much as the server's own work.
 */
export function openConnection(port: number, onClosed: () => void = () => {}): Connection {
  let kept: Buffer | undefined
  let waiting: ((answer: RawResponse) => void) | undefined
  let reason = 'closed without an answer'
  let isOpen = true

  function tell(answer: RawResponse): void {
    const listener = waiting
    waiting = undefined
    kept = undefined
    if (answer.closes) {
      isOpen = false
      socket.end()
    }
    listener?.(answer)
  }

  function take(bytes: number): boolean {
    const chunk = read.subarray(0, bytes)
    const whole = kept ? Buffer.concat([kept, chunk]) : chunk
    const answer = parse(whole)
    if (answer) tell(answer)
    else kept = kept ? whole : Buffer.from(chunk)
    return true
  }

  // Read past the stream of Node's, whose chunks cost the generator as much as it has to do itself.
  const socket: Socket = connect({
    ...{ port, host: '127.0.0.1', noDelay: true },
    onread: { buffer: read, callback: take },
  })
  socket.on('error', (error: NodeJS.ErrnoException) => {
    reason = error.code ?? error.message
  })
  socket.on('close', () => {
    isOpen = false
    if (waiting) tell({ status: 0, code: reason, retryAfter: undefined, closes: true, message: '' })
    onClosed()
  })
  return {
    send(call, onAnswer) {
      waiting = onAnswer
      socket.write(call, 'latin1')
    },
    isOpen: () => isOpen,
    destroy(why) {
      if (why) reason = why
      socket.destroy()
    },
  }
}
