import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { onCleanup } from '../suite.ts'

const BYTES_PER_MB = 1024 * 1024

export type SmallDisk = { folder: string; fill(): void; empty(): void }

/** @throws unless this process runs as root */
export function requireRoot(): void {
  if (process.getuid?.() !== 0) throw new Error('missing: root, to mount file systems of a limited size')
}

/** Mounts at `folder` a file system of this size in memory, which is unmounted after the trials. */
export function mountSmallDisk(folder: string, megabytes: number): SmallDisk {
  mkdirSync(folder)
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=711`, 'tmpfs', folder])
  // Unmounts lazily, because after an abort a process may still use the file system.
  onCleanup(() => execFileSync('umount', ['--lazy', folder]))
  const filler = join(folder, 'filler')
  /** Writes pieces of decreasing size until no byte fits. */
  function fill(): void {
    const file = openSync(filler, 'a')
    for (let size = BYTES_PER_MB; size >= 1; size = Math.floor(size / 16)) {
      try {
        while (writeSync(file, Buffer.alloc(size)) === size);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
    }
    closeSync(file)
  }
  return { folder, fill, empty: () => rmSync(filler, { force: true }) }
}
