import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'

const stopController = new AbortController()
/** The AbortSignal that SIGINT or SIGTERM aborts. */
export const stopSignal = stopController.signal
/** Ends the suite between two steps after a signal. @throws once `stopSignal` is aborted */
export const throwIfAborted = (): void => stopSignal.throwIfAborted()

/** Steps that undo the set-up; the last one runs first. */
const cleanups: (() => unknown)[] = []
export const onCleanup = (...steps: (() => unknown)[]): void => void cleanups.push(...steps)

async function runCleanups(): Promise<void> {
  const failures: unknown[] = []
  // A step that is still running may add more.
  for (let step = cleanups.pop(); step; step = cleanups.pop()) {
    try {
      await step()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}
let runningCleanup = Promise.resolve()
/**
 * Runs each step of the clean-up once, also when the end of a run and a signal call it together. @throws the first
 * failure
 */
export function cleanUp(): Promise<void> {
  runningCleanup = runningCleanup.catch(() => undefined).then(runCleanups)
  return runningCleanup
}

/**
 * Aborts `stopSignal` and calls `stop` at each SIGINT or SIGTERM. Ctrl-C arrives twice, from the terminal and from npm.
 */
export function onSignal(stop: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // From here on steps fail because their resources are being removed.
      if (!stopSignal.aborted) process.on('unhandledRejection', () => undefined)
      stopController.abort()
      stop()
    })
  }
}

/** Creates a folder that PostgreSQL's user may traverse, and that is removed when the suite ends. */
export function newFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `apoderados-${name}-`))
  onCleanup(() => rmSync(folder, { recursive: true, force: true }))
  chmodSync(folder, 0o711)
  return folder
}

/** Runs a suite, removes what it created, and sets the exit status: 0 if it passed, else 1. */
export async function runSuite(name: string, suite: () => Promise<boolean>): Promise<void> {
  // A signal ends the suite between two steps; a second signal does not end it sooner, because the database must stop
  // first.
  onSignal(() => undefined)
  let isGood = false
  try {
    isGood = await suite()
  } catch (error) {
    await turn() // a signal that arrived during synchronous work is handled only now
    console.error(stopSignal.aborted ? `${name} was stopped` : error)
  } finally {
    await cleanUp()
  }
  process.exitCode = isGood ? 0 : 1
}

/** Parses the value of a flag. @throws for anything but a whole number of at least `min` */
export function parseWholeNumber(flag: string, text: string, min = 1): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < min)
    throw new Error(`--${flag} must be a whole number from ${min} on`)
  return value
}
