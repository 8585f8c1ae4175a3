import { explain } from './explain.ts'

/** Says once why the output ends early; a reader who has seen enough of a long list is no fault. */
export function tellLostOutput(then?: (exitCode: number) => void): void {
  let isTold = false
  process.stderr.on('error', () => {}) // both may go to one file: nobody is left to tell
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    const isFault = error.code !== 'EPIPE'
    if (isFault && !isTold) process.stderr.write(`La salida quedó incompleta. ${explain(error)}\n`)
    isTold = true
    then?.(isFault ? 1 : 0)
  })
}
