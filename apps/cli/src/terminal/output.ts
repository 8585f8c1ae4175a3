import { explain } from '@apoderados/importer/explain'

/**
 * Reports once why the output is incomplete, and lets the command continue, because it may still have to save data
 * or stop an embedded database. A reader who closed the pipe is not an error; for other errors `onFault` is called.
 */
export function handleOutputErrors(onFault?: () => void): void {
  let isLost = false
  process.stderr.on('error', () => {}) // both streams may go to the same full disk
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    const isFault = !isLost && error.code !== 'EPIPE'
    isLost = true
    if (!isFault) return
    process.stderr.write(`La salida quedó incompleta. ${explain(error)}\n`)
    onFault?.()
  })
}
