import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@apoderados/core/db/client/open'
import { type PushContent, readPushContents } from '@apoderados/core/pushes/pushContents'
import {
  type ClaimedPush,
  claimPushes,
  type SettledPush,
  settlePushes,
} from '@apoderados/core/pushes/pushQueue'
import { limits } from '../config.ts'

/**
 * Sends one push, or drops it if its content is undefined, because it may no longer be sent. Resolves to the seconds
 * until the next try, or to null if there is none.
 */
export type SendPush = (claimed: ClaimedPush, content: PushContent | undefined) => Promise<number | null>

/** Records results: waiting ones together, one statement at a time, to leave the pool's connections to the API. */
function createSettler(db: Database): (settled: SettledPush) => Promise<void> {
  let waiting: SettledPush[] = []
  let running: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined

  function settleWaiting(): Promise<void> {
    const batch = waiting
    waiting = []
    next = undefined
    running = settlePushes(db, batch)
    return running
  }
  return (settled) => {
    waiting.push(settled)
    next ??= running.then(settleWaiting, settleWaiting)
    return next
  }
}

/** Sends all due pushes, at most `pushesAtOnce` at the same time: a slow one does not hold up the others. */
export async function sendDuePushes(
  db: Database,
  sendOne: SendPush,
  { pushesAtOnce, isStopping }: { pushesAtOnce: number; isStopping: () => boolean },
): Promise<void> {
  const settle = createSettler(db)
  const sending = new Set<Promise<void>>()
  const failures: unknown[] = []

  function begin(claimed: ClaimedPush, content: PushContent | undefined): void {
    const sent = sendOne(claimed, content)
      .then((retrySeconds) => settle({ ...claimed, retrySeconds }))
      .catch((error) => void failures.push(error))
      .finally(() => sending.delete(sent))
    sending.add(sent)
  }
  async function beginSome(): Promise<boolean> {
    const [max, leaseSeconds] = [pushesAtOnce - sending.size, limits.pushLeaseSeconds]
    const claimed = await claimPushes(db, { max, leaseSeconds })
    const ids = claimed.map(({ id }) => id)
    const contents = ids.length > 0 ? await readPushContents(db, ids) : []
    const byId = new Map(contents.map((content) => [content.id, content]))
    for (const push of claimed) {
      begin(push, byId.get(push.id))
      await sleep(limits.pushPauseMs)
    }
    return claimed.length > 0
  }

  try {
    while (!isStopping() && failures.length === 0) {
      const hasBegun = await beginSome()
      if (!hasBegun && sending.size === 0) break
      // The next claim waits until at most half of the pushes are being sent. If none could be claimed, it waits until
      // all have been sent, because a push may be waiting for an earlier one to the same device.
      const rest = hasBegun ? pushesAtOnce / 2 : 0
      while (sending.size > rest) await Promise.race(sending)
    }
  } finally {
    await Promise.all(sending)
  }
  if (failures.length > 0) throw failures[0]
}
