import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Api } from '../../support/stage/api.ts'
import type { FaultTestEnvironment } from './faultEnvironment.ts'

const LIBRARY_PATHS = ['x86_64', 'aarch64'].map(
  (machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`,
)

export type Clock = {
  /** Environment variables for a process that uses this clock. */
  environment: Record<string, string>
  /** The folder of PostgreSQL's programs that use this clock. */
  binaries: string
  /** Sets how many seconds the clock is ahead of the machine's; running processes follow. */
  set(aheadSeconds: number): void
  /** Sets the clock to `moment`, in ms since 1970. */
  setTo(moment: number): void
}

/** Returns the path of Debian's faketime library. @throws if it is missing */
export function findFaketime(): string {
  const library = LIBRARY_PATHS.find((path) => existsSync(path))
  if (library) return library
  throw new Error('missing: faketime (apt-get install faketime)')
}

/**
 * Creates a clock that only the processes with its `environment` and the programs in `binaries` use. Their monotonic
 * clock, which measures durations, stays that of the machine.
 */
export function createClock(postgres: string, folder: string): Clock {
  const path = join(folder, 'clock')
  const environment = {
    LD_PRELOAD: findFaketime(),
    FAKETIME_TIMESTAMP_FILE: path,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    NO_FAKE_STAT: '1',
  }
  const set = (aheadSeconds: number) =>
    writeFileSync(path, `${aheadSeconds < 0 ? '' : '+'}${Math.round(aheadSeconds)}\n`)
  set(0)
  const binaries = join(folder, 'programs')
  mkdirSync(binaries)
  const settings = Object.entries(environment).map(([name, value]) => `${name}=${value}`)
  for (const program of ['initdb', 'postgres']) {
    const script = join(binaries, program)
    writeFileSync(script, `#!/bin/sh\nexec env ${settings.join(' ')} ${join(postgres, program)} "$@"\n`)
    chmodSync(script, 0o755)
  }
  return { environment, binaries, set, setTo: (moment) => set((moment - Date.now()) / 1000) }
}

export type ClockScene = { stage: FaultTestEnvironment; clock: Clock; api: Api }
