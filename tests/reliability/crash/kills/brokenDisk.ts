import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const STRACE_PATH = '/usr/bin/strace'

/** Returns the path of strace. @throws with the name of its package if it is missing */
export function findStrace(): string {
  if (!existsSync(STRACE_PATH)) throw new Error('missing: strace (apt-get install strace)')
  return STRACE_PATH
}

/**
 * Wraps PostgreSQL's programs, so that after `fail(n)` and the next start the n-th flush of each process fails with
 * EIO. The data still reach the disk: the trial checks how PostgreSQL and the server handle the error.
 */
export function createBreakableDisk(binaries: string, folder: string) {
  const wrappers = join(folder, 'binaries')
  mkdirSync(wrappers, { mode: 0o755 })
  symlinkSync(join(binaries, 'initdb'), join(wrappers, 'initdb'))
  const fault = join(wrappers, 'fault')
  const calls = 'fsync,fdatasync'
  const trace = `-D -f -qqq -o /dev/null -e trace=${calls} -e signal=none -e inject=${calls}:error=EIO:when=`
  const realPostgres = join(binaries, 'postgres')
  writeFileSync(
    join(wrappers, 'postgres'),
    `#!/bin/sh\nn=$(cat ${fault})\n[ -n "$n" ] && exec ${findStrace()} ${trace}$n ${realPostgres} "$@"\nexec ${realPostgres} "$@"\n`,
  )
  chmodSync(join(wrappers, 'postgres'), 0o755)
  const set = (text: string) => writeFileSync(fault, text)
  set('')
  return {
    binaries: wrappers,
    fail: (flush: number) => set(String(flush)),
    heal: () => set(''),
    /** Counts how often PostgreSQL stopped with PANIC because it could not know what is on the disk. */
    countPanics: (log: string) =>
      (existsSync(log) ? readFileSync(log, 'utf8') : '').split('PANIC:  ').length - 1,
  }
}
