import { explain } from '@apoderados/importer/explain'

/**
 * Lets the command continue if its standard output fails, because it may still have to save data or stop an embedded
 * database. The first failure is reported, and `onFault` is called; a pipe that the reader closed is no failure.
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
