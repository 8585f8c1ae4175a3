import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const POLL_MS = 5

const readIfExists = (path: string) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Returns whether the process lives; a zombie process counts as dead. */
const isAlive = (pid: number) => {
  const state = readIfExists(`/proc/${pid}/stat`).replace(/^.*\) /s, '')[0]
  return state !== undefined && state !== 'Z'
}

/** Returns the ids of PostgreSQL's processes for the data in `files`, the postmaster first; none if it does not run. */
export function postgresProcesses(files: string): number[] {
  const first = Number.parseInt(readIfExists(join(files, 'postmaster.pid')), 10)
  if (!(first > 0) || !isAlive(first)) return []
  return [
    first,
    ...readIfExists(`/proc/${first}/task/${first}/children`).split(' ').filter(Boolean).map(Number),
  ]
}

/** Returns the ids of PostgreSQL's processes that each serve a connection. */
export const backendsIn = (files: string): number[] =>
  postgresProcesses(files).filter((pid) =>
    /^postgres: .+\d+\.\d+\.\d+\.\d+\(/.test(readIfExists(`/proc/${pid}/cmdline`)),
  )

/** Kills the processes and waits until all have ended. */
export async function killAll(pids: number[]): Promise<void> {
  for (const pid of pids) if (isAlive(pid)) process.kill(pid, 'SIGKILL')
  while (pids.some(isAlive)) await sleep(POLL_MS)
}
