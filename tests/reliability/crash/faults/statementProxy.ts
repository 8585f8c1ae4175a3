import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * 'refused' makes PostgreSQL fail the statement with the SQLSTATE `code`. 'cut before' cuts the connection before the
 * statement reaches PostgreSQL, 'cut after' before its answer reaches the server. `statementNumber` counts from 1.
 */
export type Fault = { statementNumber: number; kind: 'refused' | 'cut before' | 'cut after'; code: string }

const LENGTH_BYTES = 4
const HEAD_BYTES = 5

/** Splits bytes into complete messages of PostgreSQL's protocol (letter, length, content) and the rest. */
function splitMessages(bytes: Buffer): { messages: Buffer[]; rest: Buffer } {
  const messages: Buffer[] = []
  let offset = 0
  while (bytes.length - offset >= HEAD_BYTES) {
    const end = offset + 1 + bytes.readUInt32BE(offset + 1)
    if (end > bytes.length) break
    messages.push(bytes.subarray(offset, end))
    offset = end
  }
  return { messages, rest: bytes.subarray(offset) }
}

const messageLetter = (message: Buffer) => String.fromCharCode(message[0] ?? 0)

/** Returns the SQL of a query or parse message, or the name of the statement in a bind message. */
function statementText(messages: Buffer[]): string {
  for (const message of messages) {
    const parts = message.subarray(HEAD_BYTES).toString('utf8').split('\0')
    if (messageLetter(message) === 'Q') return parts[0] ?? ''
    if (messageLetter(message) === 'P' || messageLetter(message) === 'B') return parts[1] ?? ''
  }
  return ''
}

const queryMessage = (sql: string) => {
  const text = Buffer.from(`${sql}\0`)
  const head = Buffer.alloc(HEAD_BYTES, 'Q')
  head.writeUInt32BE(text.length + LENGTH_BYTES, 1)
  return Buffer.concat([head, text])
}
/**
 * Makes a statement that fails in PostgreSQL itself, so that the transaction is in the same state as after any other
 * failed statement.
 */
const failingStatement = (code: string) =>
  queryMessage(`do $$ begin raise exception 'planted' using errcode = '${code}'; end $$`)

/**
 * Returns a parser of the bytes that go to PostgreSQL. A statement ends with a sync message or is one simple query; the
 * start and the end of a connection are passed to `otherMessage`.
 */
function createStatementParser(handlers: {
  otherMessage(bytes: Buffer): void
  statement(messages: Buffer[]): void
}) {
  let buffered: Buffer = Buffer.alloc(0)
  let statement: Buffer[] = []
  let hasStarted = false
  return (chunk: Buffer): void => {
    buffered = Buffer.concat([buffered, chunk])
    if (!hasStarted && buffered.length >= LENGTH_BYTES) {
      const length = buffered.readUInt32BE(0)
      handlers.otherMessage(buffered.subarray(0, length))
      buffered = buffered.subarray(length)
      hasStarted = true
    }
    const { messages, rest } = splitMessages(buffered)
    buffered = rest
    for (const message of messages) {
      const letter = messageLetter(message)
      if (letter === 'X') handlers.otherMessage(message)
      else statement.push(message)
      if (letter !== 'S' && letter !== 'Q') continue
      handlers.statement(statement)
      statement = []
    }
  }
}

/** Creates a counter of the statements since the last `arm`, which selects the one that gets the fault. */
function createFaultTrigger() {
  let fault: Fault | undefined
  let count = 0
  let faultedStatement: string | undefined
  return {
    arm(nextFault?: Fault): void {
      ;[fault, count, faultedStatement] = [nextFault, 0, undefined]
    },
    faultFor(statement: Buffer[]): Fault | undefined {
      count += 1
      if (fault?.statementNumber !== count) return undefined
      faultedStatement = statementText(statement)
      return fault
    },
    faultedStatement: () => faultedStatement,
  }
}
type FaultTrigger = ReturnType<typeof createFaultTrigger>

/** Forwards between a server and PostgreSQL, and applies the fault to the selected statement. */
function forward(client: Socket, upstream: Socket, trigger: FaultTrigger): void {
  let isMuted = false
  let buffered: Buffer = Buffer.alloc(0)
  const cut = () => [client, upstream].map((socket) => socket.destroy())
  function statement(messages: Buffer[]): void {
    const fault = trigger.faultFor(messages)
    if (fault?.kind === 'cut before') return void cut()
    isMuted ||= fault?.kind === 'cut after'
    upstream.write(fault?.kind === 'refused' ? failingStatement(fault.code) : Buffer.concat(messages))
  }
  client.on('data', createStatementParser({ statement, otherMessage: (bytes) => upstream.write(bytes) }))
  upstream.on('data', (chunk: Buffer) => {
    if (!isMuted) return void client.write(chunk)
    const { messages, rest } = splitMessages(Buffer.concat([buffered, chunk]))
    buffered = rest
    if (messages.some((message) => messageLetter(message) === 'Z')) cut()
  })
}

/** Starts a proxy before PostgreSQL that can make one statement fail. */
export async function startStatementProxy(target: URL) {
  const sockets = new Set<Socket>()
  const trigger = createFaultTrigger()
  function track(socket: Socket, peer: Socket): void {
    sockets.add(socket)
    socket.on('error', () => peer.destroy())
    socket.on('close', () => {
      sockets.delete(socket)
      peer.destroy()
    })
  }
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    track(client, upstream)
    track(upstream, client)
    forward(client, upstream, trigger)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(target)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    /** Restarts the count of statements and plants a fault; without an argument, no statement gets one. */
    arm: trigger.arm,
    /** Returns the text of the statement that got the fault; undefined if no statement has got it. */
    faultedStatement: trigger.faultedStatement,
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
export type StatementProxy = Awaited<ReturnType<typeof startStatementProxy>>
