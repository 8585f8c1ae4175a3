import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { type Limits, limits } from '../../config.ts'
import type { Listener } from './listeners.ts'

const POLL_MS = 20

/** Lets the running calls finish before the server stops (R32). */
export type Drain = {
  /** From now on, /readyz answers 503, and each response closes its connection. */
  start(): void
  isOn(): boolean
  /**
   * Closes the listening socket. Resolves when no connection is open, or when none has had a call for `drainIdleMs`,
   * at the latest after `drainCallsMs`.
   */
  waitUntilQuiet(): Promise<void>
  /** Resolves when the last running call is answered, or is cut after `drainMs`. */
  close(): Promise<void>
}

/** Adds the drain to `app`. Running calls have `drainMs` to finish. */
export function installDrain(
  app: FastifyInstance,
  listener: Listener,
  { drainMs, drainCallsMs }: Pick<Limits, 'drainMs' | 'drainCallsMs'>,
): Drain {
  let isOn = false
  let lastCallAt = 0

  // The header is set when a response is sent, so that calls which began before the drain also get it.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isOn) {
      reply.header('connection', 'close')
      lastCallAt = performance.now()
    }
    done()
  })

  return {
    start() {
      isOn = true
      lastCallAt = performance.now()
    },
    isOn: () => isOn,
    async waitUntilQuiet() {
      listener.close()
      // Time is counted in polls, not by the clock: on a busy machine the server may be paused while calls wait in
      // its sockets.
      let polls = 0
      let lastPollWithCall = 0
      let lastSeenCallAt = lastCallAt
      const isQuiet = () =>
        polls * POLL_MS > drainCallsMs || (polls - lastPollWithCall) * POLL_MS > limits.drainIdleMs
      while (!isQuiet() && listener.connections() > 0) {
        await sleep(POLL_MS)
        polls += 1
        if (lastCallAt !== lastSeenCallAt) lastPollWithCall = polls
        lastSeenCallAt = lastCallAt
      }
    },
    async close() {
      const abortTimer = setTimeout(() => app.server.closeAllConnections(), drainMs)
      await app.close()
      while (listener.connections() > 0) await sleep(POLL_MS)
      clearTimeout(abortTimer)
    },
  }
}
