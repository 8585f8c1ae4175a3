import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { limits } from '../../config.ts'
import type { Listener } from './listeners.ts'

const POLL_MS = 20

/** The switch that turns new visitors away before the server stops (R32). */
export type Drain = {
  start(): void
  isOn(): boolean
  /** Takes no new connection; resolves when nobody comes any more on a kept one, after 3 s in any case. */
  calmed(): Promise<void>
  /** Resolves when the last call under way has been answered, or was cut for taking too long. */
  close(): Promise<void>
}

/** `cutMs`: how long calls under way may take to end. */
export function installDrain(
  app: FastifyInstance,
  listener: Listener,
  cutMs: number = limits.drainMs,
): Drain {
  let isOn = false
  let lastCallAt = 0

  // At the end of each call, so that those under way when the drain begins say it too.
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
    async calmed() {
      listener.close()
      // Counted in looks, not by the clock: on a busy machine nobody gets a turn for a while, a caller neither.
      let looks = 0
      let quietSince = 0
      let seenAt = lastCallAt
      const isCalm = () =>
        looks * POLL_MS > limits.drainCallsMs || (looks - quietSince) * POLL_MS > limits.drainIdleMs
      while (!isCalm() && listener.connections() > 0) {
        await sleep(POLL_MS)
        looks += 1
        if (lastCallAt !== seenAt) quietSince = looks
        seenAt = lastCallAt
      }
    },
    async close() {
      const late = setTimeout(() => app.server.closeAllConnections(), cutMs)
      await app.close()
      while (listener.connections() > 0) await sleep(POLL_MS)
      clearTimeout(late)
    },
  }
}
