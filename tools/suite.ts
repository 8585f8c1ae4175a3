import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { beginStamp, stampOfSuite } from './stamp.ts'

const stopping = new AbortController()
/** Aborted once the suite was asked to stop. */
export const stopped = stopping.signal
/** Ends a suite between two steps, once it was asked to stop. */
export const goOn = (): void => stopped.throwIfAborted()

/** What undoes the start, last one first. */
const undo: (() => unknown)[] = []
export const undoneBy = (...steps: (() => unknown)[]): void => void undo.push(...steps)

async function undoRest(): Promise<void> {
  const failures: unknown[] = []
  // What a step under way still starts meanwhile is undone as well.
  for (let step = undo.pop(); step; step = undo.pop()) {
    try {
      await step()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}
let undoing = Promise.resolve()
/** Asked by the end of a run and by a signal at once, both wait for the one. @throws what could not be undone */
export function undoAll(): Promise<void> {
  undoing = undoing.catch(() => undefined).then(undoRest)
  return undoing
}

/** Calls back at each signal that asks to stop: Ctrl-C reaches us from the terminal and from npm. */
export function whenAsked(stop: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // From here on things fail because what they need is being undone.
      if (!stopped.aborted) process.on('unhandledRejection', () => undefined)
      stopping.abort()
      stop()
    })
  }
}

/** A folder of its own through which PostgreSQL's user may pass; it goes with the run. */
export function newFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `apoderados-${name}-`))
  undoneBy(() => rmSync(folder, { recursive: true, force: true }))
  chmodSync(folder, 0o711)
  return folder
}

/**
 * Runs a suite to its verdict: the exit status says whether it passed, and so does a stamp that sec:asvs asks for.
 * Nothing else of it is left behind.
 */
export async function runSuite(name: string, suite: () => Promise<boolean>): Promise<void> {
  // Ends between two steps; asked again meanwhile it does so no faster, as the database must stop first.
  whenAsked(() => undefined)
  // What has no script of its own is a part of another's run.
  const stamp = name.includes(':') ? beginStamp(stampOfSuite(name, process.argv.slice(2))) : undefined
  let isGood = false
  try {
    isGood = await suite()
  } catch (error) {
    await turn() // a signal that came amid something synchronous is heard only then
    console.error(stopped.aborted ? `${name} was stopped` : error)
  } finally {
    await undoAll()
  }
  if (isGood) stamp?.()
  process.exitCode = isGood ? 0 : 1
}

/** @throws for anything but a whole number from `min` on */
export function wholeNumber(flag: string, text: string, min = 1): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < min)
    throw new Error(`--${flag} must be a whole number from ${min} on`)
  return value
}
