import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** 'refused': PostgreSQL fails it; else the connection is cut before it arrives, or when its answer would leave. */
export type Fault = { at: number; how: 'refused' | 'cut before' | 'cut after'; code: string }

const START_LENGTH = 4
const HEAD_LENGTH = 5

/** Whole messages of the protocol (a letter, a length, what it says), and what is left over. */
function split(bytes: Buffer): { messages: Buffer[]; rest: Buffer } {
  const messages: Buffer[] = []
  let at = 0
  while (bytes.length - at >= HEAD_LENGTH) {
    const end = at + 1 + bytes.readUInt32BE(at + 1)
    if (end > bytes.length) break
    messages.push(bytes.subarray(at, end))
    at = end
  }
  return { messages, rest: bytes.subarray(at) }
}

const letterOf = (message: Buffer) => String.fromCharCode(message[0] ?? 0)

/** The SQL of a query or parse message; of a bind one the name of what was parsed before. */
function textOf(messages: Buffer[]): string {
  for (const message of messages) {
    const parts = message.subarray(HEAD_LENGTH).toString('utf8').split('\0')
    if (letterOf(message) === 'Q') return parts[0] ?? ''
    if (letterOf(message) === 'P' || letterOf(message) === 'B') return parts[1] ?? ''
  }
  return ''
}

const query = (sql: string) => {
  const text = Buffer.from(`${sql}\0`)
  const head = Buffer.alloc(HEAD_LENGTH, 'Q')
  head.writeUInt32BE(text.length + START_LENGTH, 1)
  return Buffer.concat([head, text])
}
/** A statement that PostgreSQL itself fails, so that its transaction is as after any other failure. */
const failing = (code: string) =>
  query(`do $$ begin raise exception 'planted' using errcode = '${code}'; end $$`)

/**
 * Hears what a server sends to PostgreSQL: a statement is all that ends in a sync or
 * one simple query, and the rest goes by itself.
 */
function readStatements(hear: { other(bytes: Buffer): void; statement(messages: Buffer[]): void }) {
  let left: Buffer = Buffer.alloc(0)
  let statement: Buffer[] = []
  let hasStarted = false
  return (chunk: Buffer): void => {
    left = Buffer.concat([left, chunk])
    if (!hasStarted && left.length >= START_LENGTH) {
      const length = left.readUInt32BE(0)
      hear.other(left.subarray(0, length))
      left = left.subarray(length)
      hasStarted = true
    }
    const { messages, rest } = split(left)
    left = rest
    for (const message of messages) {
      const letter = letterOf(message)
      if (letter === 'X') hear.other(message)
      else statement.push(message)
      if (letter !== 'S' && letter !== 'Q') continue
      hear.statement(statement)
      statement = []
    }
  }
}

/** Stands between a server and its PostgreSQL, counts the statements, and does one of them harm. */
export async function startStatementProxy(target: URL) {
  const sockets = new Set<Socket>()
  let fault: Fault | undefined
  let seen: string[] = []
  let hit: string | undefined

  function forward(client: Socket, upstream: Socket): void {
    let isMuted = false
    let heard: Buffer = Buffer.alloc(0)
    const cut = () => [client, upstream].map((socket) => socket.destroy())
    function statement(messages: Buffer[]): void {
      const number = seen.push(textOf(messages))
      if (fault?.at !== number) return void upstream.write(Buffer.concat(messages))
      hit = seen.at(-1)
      if (fault.how === 'cut before') return void cut()
      isMuted = fault.how === 'cut after'
      upstream.write(fault.how === 'refused' ? failing(fault.code) : Buffer.concat(messages))
    }
    client.on('data', readStatements({ statement, other: (bytes) => upstream.write(bytes) }))
    upstream.on('data', (chunk: Buffer) => {
      if (!isMuted) return void client.write(chunk)
      const { messages, rest } = split(Buffer.concat([heard, chunk]))
      heard = rest
      if (messages.some((message) => letterOf(message) === 'Z')) cut()
    })
  }

  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    forward(client, upstream)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(target)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    /** From here on statements are counted anew, and one of them meets the fault. */
    arm(next?: Fault): void {
      ;[fault, seen, hit] = [next, [], undefined]
    },
    /** The statement that met it. */
    hit: () => hit,
    statements: () => seen.length,
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
export type StatementProxy = Awaited<ReturnType<typeof startStatementProxy>>
