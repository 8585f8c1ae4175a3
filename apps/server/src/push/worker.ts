import { removePushToken } from '@apoderados/core/accounts/pushTokens'
import type { Database } from '@apoderados/core/db/client/open'
import { queueDuePushes } from '@apoderados/core/pushes/fanOut'
import type { FastifyBaseLogger } from 'fastify'
import { type Limits, limits, productLimits } from '../config.ts'
import { createPolling } from '../jobs/polling.ts'
import type { PushOutcome } from './message.ts'
import type { Push } from './push.ts'
import { type SendPush, sendDuePushes } from './sendDuePushes.ts'
import { messageOf } from './texts.ts'
import { deviceKeyOf } from './token.ts'

type Log = Pick<FastifyBaseLogger, 'error'>

/** Queues the pushes of due news, and sends the pushes that are due. */
export type PushWorker = {
  /** Runs a round at once, and then every `pushPollMs`. Resolves after the first round. */
  start(log: Log): Promise<void>
  /** Resolves when no push is being sent. */
  stop(): Promise<void>
  /** The numbers of pushes by outcome since the start; `dropped` counts those that were not to be sent after all. */
  counts: Readonly<Record<PushOutcome | 'dropped', number>>
}

export function createPushWorker(
  db: Database,
  push: Push,
  { pushesAtOnce }: Pick<Limits, 'pushesAtOnce'> = productLimits,
): PushWorker {
  const counts = { sent: 0, gone: 0, later: 0, refused: 0, not_configured: 0, dropped: 0 }
  let log: Log | undefined
  let isStopping = false
  const reportedCodes = new Set<string>()

  const sendOne: SendPush = async (claimed, content) => {
    if (!content) {
      counts.dropped += 1
      return null
    }
    if (content.quiet_seconds > 0) return content.quiet_seconds
    const result = await push.send(content.token, messageOf(content))
    counts[result.outcome] += 1
    if (result.outcome === 'later') return result.afterSeconds ?? retrySeconds(claimed.tries)
    if (result.outcome === 'refused') reportRefusal(result.code)
    if (result.outcome === 'gone')
      await removePushToken(db, { parent_id: content.parent_id, device: deviceKeyOf(content.token) })
    return null
  }

  /** Logs each code once per process, because a wrong key is refused for every device. */
  function reportRefusal(code: string): void {
    if (reportedCodes.has(code)) return
    reportedCodes.add(code)
    log?.error({ code }, 'a push service refuses notifications')
  }

  async function sendDue(): Promise<void> {
    await queueDuePushes(db)
    await sendDuePushes(db, sendOne, { pushesAtOnce, isStopping: () => isStopping })
  }
  const polling = createPolling(sendDue, limits.pushPollMs, 'push queue not read, to be tried again')

  return {
    counts,
    start(logger) {
      log = logger
      return polling.start(logger)
    },
    stop() {
      isStopping = true
      return polling.stop()
    },
  }
}

/** Returns the seconds until the next try: 30 after the first try, then twice the previous pause, up to an hour. */
const retrySeconds = (tries: number) => Math.min(3_600, 30 * 2 ** Math.min(tries - 1, 10))
