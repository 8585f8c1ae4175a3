import { connect, type Socket } from 'node:net'

/**
 * `status` is 0 without a response, and `code` then gives the reason. `closes` is true if the server announced the end
 * of the connection.
 */
export type RawResponse = {
  status: number
  code: string
  retryAfter: string | undefined
  closes: boolean
  message: string
}

export type Connection = {
  /** Sends one call at a time; `onResponse` is called once, also if the connection has been closed before. */
  send(call: Buffer | string, onResponse: (response: RawResponse) => void): void
  isOpen(): boolean
  destroy(reason?: string): void
}

const HEAD_END = '\r\n\r\n'
const REFUSAL_CHARS_KEPT = 400
const LINE_END = Buffer.from('\r\n')
/** The bytes of the last read on any connection; the next read overwrites them. */
const readBuffer = Buffer.allocUnsafe(64 * 1024)

/** Returns the offset of the end of a chunked body that begins at `from`; undefined while it is incomplete. */
function chunkedEnd(bytes: Buffer, from: number): number | undefined {
  let offset = from
  for (;;) {
    const lineEnd = bytes.indexOf(LINE_END, offset)
    if (lineEnd < 0) return undefined
    const size = Number.parseInt(bytes.toString('latin1', offset, lineEnd), 16)
    offset = lineEnd + 2 + size + 2
    if (offset > bytes.length) return undefined
    if (size === 0) return offset
  }
}

/** Parses the response at the start of the bytes; undefined while it is incomplete. */
function parseResponse(bytes: Buffer): RawResponse | undefined {
  const headEnd = bytes.indexOf(HEAD_END)
  if (headEnd < 0) return undefined
  const head = bytes.toString('latin1', 0, headEnd + 2).toLowerCase()
  const bodyAt = headEnd + HEAD_END.length
  const field = (name: string) => {
    const offset = head.indexOf(`\r\n${name}:`)
    return offset < 0
      ? undefined
      : head.slice(offset + name.length + 3, head.indexOf('\r\n', offset + 2)).trim()
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
    message: status === 200 ? '' : bytes.toString('utf8', bodyAt, Math.min(end, bodyAt + REFUSAL_CHARS_KEPT)),
  }
}

/**
 * Opens a client connection without node:http, which would cost as much CPU time as the server's own work: the load
 * generator shares the machine with the server.
 */
export function openConnection(port: number, onClosed: () => void = () => {}): Connection {
  let buffered: Buffer | undefined
  let waiting: ((response: RawResponse) => void) | undefined
  let reason = 'closed without a response'
  let isOpen = true

  function deliver(response: RawResponse): void {
    const listener = waiting
    waiting = undefined
    buffered = undefined
    if (response.closes) {
      isOpen = false
      socket.end()
    }
    listener?.(response)
  }

  function onRead(bytes: number): boolean {
    const chunk = readBuffer.subarray(0, bytes)
    const received = buffered ? Buffer.concat([buffered, chunk]) : chunk
    const response = parseResponse(received)
    if (response) deliver(response)
    else buffered = buffered ? received : Buffer.from(chunk)
    return true
  }

  // `onread` avoids Node's stream, which would cost more than the rest of the load generator.
  const socket: Socket = connect({
    port,
    host: '127.0.0.1',
    noDelay: true,
    onread: { buffer: readBuffer, callback: onRead },
  })
  socket.on('error', (error: NodeJS.ErrnoException) => {
    reason = error.code ?? error.message
  })
  const fail = () => deliver({ status: 0, code: reason, retryAfter: undefined, closes: true, message: '' })
  socket.on('close', () => {
    isOpen = false
    if (waiting) fail()
    onClosed()
  })
  return {
    send(call, onResponse) {
      waiting = onResponse
      if (socket.destroyed) queueMicrotask(fail)
      else socket.write(call, 'latin1')
    },
    isOpen: () => isOpen,
    destroy(newReason) {
      if (newReason) reason = newReason
      socket.destroy()
    },
  }
}
