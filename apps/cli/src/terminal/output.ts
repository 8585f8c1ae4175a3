import { explain } from '@apoderados/importer/explain'

/**
 * Says once why the output ends early, and lets the command go on to its own end: there may be work beside its words,
 * and an embedded database to be stopped. A reader who has seen enough of a long list is no fault; `onFault` otherwise.
 */
export function reportLostOutput(onFault?: () => void): void {
  let isLost = false
  process.stderr.on('error', () => {}) // both may go to one file: nobody is left to tell
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    const isFault = !isLost && error.code !== 'EPIPE'
    isLost = true
    if (!isFault) return
    process.stderr.write(`La salida quedó incompleta. ${explain(error)}\n`)
    onFault?.()
  })
}
