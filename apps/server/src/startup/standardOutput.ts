import { writeSync } from 'node:fs'

const STANDARD_OUTPUT_FD = 1
/** The maximum of bytes that wait for a slow reader; further text is lost. */
const BACKLOG_BYTES_MAX = 256 * 1024
const RETRY_MS = 20
const EMPTY_BUFFER = Buffer.alloc(0)

export type Output = { write(text: string): void }

/**
 * Opens the output for log lines and notices. All text of one turn of the event loop is written together at its end,
 * or at exit. Text that a full disk or a closed pipe does not accept is lost, but writing goes on with later text
 * (P12), whereas the streams of Node and pino stop at the first such error and end the process.
 */
export function openOutput(fd = STANDARD_OUTPUT_FD): Output {
  let pending = ''
  let backlog: Buffer = EMPTY_BUFFER
  let hasPartialLine = false

  /** Writes `bytes`. What a slow reader does not accept stays in the backlog and is tried again every `RETRY_MS`. */
  function writeBacklog(bytes: Buffer): void {
    backlog = bytes
    try {
      while (backlog.length > 0) backlog = backlog.subarray(writeSync(fd, backlog))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN') {
        setTimeout(() => writeBacklog(backlog), RETRY_MS).unref()
        return
      }
      hasPartialLine = backlog.length < bytes.length // the next text then begins with a line break
      backlog = EMPTY_BUFFER
    }
  }

  function endTurn(): void {
    const bytes = Buffer.from(hasPartialLine ? `\n${pending}` : pending)
    pending = ''
    hasPartialLine = false
    if (backlog.length === 0) writeBacklog(bytes)
    else if (backlog.length + bytes.length <= BACKLOG_BYTES_MAX) backlog = Buffer.concat([backlog, bytes])
  }

  process.on('exit', endTurn)
  return {
    write(text) {
      if (pending === '') setImmediate(endTurn)
      pending += text
    },
  }
}
