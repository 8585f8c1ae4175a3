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

/** Counts the statements from the moment that it was armed, and tells which of them meets the fault. */
function createTrap() {
  let fault: Fault | undefined
  let seen = 0
  let hit: string | undefined
  return {
    arm(next?: Fault): void {
      ;[fault, seen, hit] = [next, 0, undefined]
    },
    met(statement: Buffer[]): Fault | undefined {
      seen += 1
      if (fault?.at !== seen) return undefined
      hit = textOf(statement)
      return fault
    },
    hit: () => hit,
  }
}
type Trap = ReturnType<typeof createTrap>

/** Joins a server to PostgreSQL, but for the statement that meets the fault. */
function forward(client: Socket, upstream: Socket, trap: Trap): void {
  let isMuted = false
  let heard: Buffer = Buffer.alloc(0)
  const cut = () => [client, upstream].map((socket) => socket.destroy())
  function statement(messages: Buffer[]): void {
    const fault = trap.met(messages)
    if (fault?.how === 'cut before') return void cut()
    isMuted ||= fault?.how === 'cut after'
    upstream.write(fault?.how === 'refused' ? failing(fault.code) : Buffer.concat(messages))
  }
  client.on('data', readStatements({ statement, other: (bytes) => upstream.write(bytes) }))
  upstream.on('data', (chunk: Buffer) => {
    if (!isMuted) return void client.write(chunk)
    const { messages, rest } = split(Buffer.concat([heard, chunk]))
    heard = rest
    if (messages.some((message) => letterOf(message) === 'Z')) cut()
  })
}

/** Stands between a server and its PostgreSQL, and does one of the statements harm. */
export async function startStatementProxy(target: URL) {
  const sockets = new Set<Socket>()
  const trap = createTrap()
  function keep(socket: Socket, other: Socket): void {
    sockets.add(socket)
    socket.on('error', () => other.destroy())
    socket.on('close', () => {
      sockets.delete(socket)
      other.destroy()
    })
  }
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    keep(client, upstream)
    keep(upstream, client)
    forward(client, upstream, trap)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(target)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    /** From here on statements are counted anew, and one of them meets the fault. */
    arm: trap.arm,
    /** The statement that met it. */
    hit: trap.hit,
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
export type StatementProxy = Awaited<ReturnType<typeof startStatementProxy>>
