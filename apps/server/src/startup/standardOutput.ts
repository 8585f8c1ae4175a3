import { writeSync } from 'node:fs'

const STANDARD_OUTPUT = 1
/** Of a reader who is slow; beyond, lines are lost. */
const KEPT_BYTES = 256 * 1024
const AGAIN_MS = 20
const NOTHING = Buffer.alloc(0)

export type Output = { write(text: string): void }

/**
 * Where log and notices go. What is written within one turn of the event loop leaves together, at the turn's end or
 * with the process. What a full disk or a reader who left does not take is lost, and what comes after it is written
 * again once there is space: the service goes on (P12). Node's own stream and pino's both end with the first such
 * error, and take the process along.
 */
export function openOutput(fd = STANDARD_OUTPUT): Output {
  let ofTurn = ''
  let kept: Buffer = NOTHING
  let isTorn = false

  /** Until nothing is left, or the reader is to catch up first. */
  function put(bytes: Buffer): void {
    kept = bytes
    try {
      while (kept.length > 0) kept = kept.subarray(writeSync(fd, kept))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN') {
        setTimeout(() => put(kept), AGAIN_MS).unref()
        return
      }
      isTorn = kept.length < bytes.length // the next line must not end up in the middle of this one
      kept = NOTHING
    }
  }

  function endTurn(): void {
    const bytes = Buffer.from(isTorn ? `\n${ofTurn}` : ofTurn)
    ofTurn = ''
    isTorn = false
    if (kept.length === 0) put(bytes)
    else if (kept.length + bytes.length <= KEPT_BYTES) kept = Buffer.concat([kept, bytes])
  }

  process.on('exit', endTurn)
  return {
    write(text) {
      if (ofTurn === '') setImmediate(endTurn)
      ofTurn += text
    },
  }
}
