import { setTimeout as sleep } from 'node:timers/promises'
import { type Connection, openConnection, type RawResponse } from './connection.ts'
import { countResponse, newResponseTally, type ResponseTally } from './tally.ts'

/** The time after which the web app gives up a call. */
const CALL_TIMEOUT_MS = 8_000
const TIMEOUT_CHECK_MS = 250
const SCHEDULE_INTERVAL_MS = 1

type WaitingCall = { call: Buffer | string; intendedAt: number; sentAt?: number }

export type LoadOptions = {
  port: number
  /** Returns the next call as raw bytes. */
  next: () => Buffer | string
  /** The maximum of connections; further calls wait for a free one, as in a browser. */
  connections: number
  onResponse?: (response: RawResponse) => void
}

function createSender({ port, connections, onResponse }: LoadOptions, tally: ResponseTally) {
  const idle: Connection[] = []
  const busy = new Map<Connection, WaitingCall>()
  const queue: WaitingCall[] = []
  let open = 0

  function finish(waiting: WaitingCall, response: RawResponse): void {
    const now = performance.now()
    countResponse(tally, response, now - waiting.intendedAt, now - (waiting.sentAt ?? now))
    onResponse?.(response)
  }

  function sendOn(connection: Connection, waiting: WaitingCall): void {
    waiting.sentAt = performance.now()
    busy.set(connection, waiting)
    connection.send(waiting.call, (response) => {
      busy.delete(connection)
      if (connection.isOpen()) idle.push(connection)
      finish(waiting, response)
      const nextCall = queue.shift()
      if (nextCall) send(nextCall)
    })
  }

  function send(waiting: WaitingCall): void {
    let connection = idle.pop()
    while (connection && !connection.isOpen()) connection = idle.pop()
    if (!connection && open >= connections) {
      queue.push(waiting)
      return
    }
    if (!connection) {
      open += 1
      connection = openConnection(port, () => {
        open -= 1
        const nextCall = queue.shift()
        if (nextCall) send(nextCall)
      })
    }
    sendOn(connection, waiting)
  }

  const timedOut: RawResponse = {
    status: 0,
    code: 'timed out',
    retryAfter: undefined,
    closes: true,
    message: '',
  }
  const sweep = setInterval(() => {
    const limit = performance.now() - CALL_TIMEOUT_MS
    for (const [connection, { intendedAt }] of busy) if (intendedAt < limit) connection.destroy('timed out')
    while (queue[0] && queue[0].intendedAt < limit) finish(queue.shift() as WaitingCall, timedOut)
  }, TIMEOUT_CHECK_MS)

  return {
    send,
    underWay: () => busy.size + queue.length,
    close() {
      clearInterval(sweep)
      for (const connection of [...idle, ...busy.keys()]) connection.destroy()
    },
  }
}

/**
 * Sends calls at `rate` per second with exponential gaps, independent of the responses, as many independent clients
 * would.
 */
export async function sendOpenLoop(
  options: LoadOptions,
  { rate, seconds }: { rate: number; seconds: number },
): Promise<ResponseTally> {
  const tally = newResponseTally(seconds)
  const sender = createSender(options, tally)
  const end = tally.endsAt
  let dueAt = performance.now()
  while (dueAt < end) {
    const now = Math.min(performance.now(), end)
    for (; dueAt <= now && dueAt < end; dueAt -= (Math.log(1 - Math.random()) * 1_000) / rate) {
      tally.offered += 1
      sender.send({ call: options.next(), intendedAt: dueAt })
    }
    await sleep(SCHEDULE_INTERVAL_MS)
  }
  while (sender.underWay() > 0) await sleep(SCHEDULE_INTERVAL_MS)
  sender.close()
  return tally
}

/** Sends a new call on each connection as soon as its last one is answered, which measures the server's capacity. */
export async function sendClosedLoop(options: LoadOptions, seconds: number): Promise<ResponseTally> {
  const tally = newResponseTally(seconds)
  const sender = createSender(
    {
      ...options,
      onResponse(response) {
        options.onResponse?.(response)
        sendNext()
      },
    },
    tally,
  )
  function sendNext(): void {
    const intendedAt = performance.now()
    if (intendedAt >= tally.endsAt) return
    tally.offered += 1
    sender.send({ call: options.next(), intendedAt })
  }
  for (let number = 0; number < options.connections; number += 1) sendNext()
  while (sender.underWay() > 0) await sleep(SCHEDULE_INTERVAL_MS)
  sender.close()
  return tally
}
