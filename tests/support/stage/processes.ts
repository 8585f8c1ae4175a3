import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
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

/** Returns the target of a link, '' for a file that was closed in the meantime. */
const readLinkIfExists = (path: string) => {
  try {
    return readlinkSync(path)
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

/** The state of an open connection in /proc/net/tcp. */
const ESTABLISHED_STATE = '01'

/** Returns the number of connections to its own `port` that a process holds, without those that wait to be accepted. */
export function countConnections(pid: number | undefined, port: number): number {
  const files = `/proc/${pid}/fd`
  const openFiles = new Set(readdirSync(files).map((file) => readLinkIfExists(join(files, file))))
  const end = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const rows = readIfExists('/proc/net/tcp').trim().split('\n').slice(1)
  return rows.filter((row) => {
    const [, local, , state, , , , , , inode] = row.trim().split(/\s+/)
    return local?.endsWith(end) && state === ESTABLISHED_STATE && openFiles.has(`socket:[${inode}]`)
  }).length
}

/** Kills the processes and waits until all have ended. */
export async function killAll(pids: number[]): Promise<void> {
  for (const pid of pids) if (isAlive(pid)) process.kill(pid, 'SIGKILL')
  while (pids.some(isAlive)) await sleep(POLL_MS)
}
