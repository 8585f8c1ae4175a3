// @module-tag long
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import {
  clusterPid,
  NODE_OPTIONS,
  programEnvironment,
  setupServerProcesses,
} from '@apoderados/testing/serverProcess'
import { describe, expect, it } from 'vitest'

const { newFolder } = setupServerProcesses()

/**
 * Runs a command whose standard output is on a full disk. Its errors go to the same disk if `errorsTo` is 'full';
 * otherwise they are returned.
 */
async function runOnFullDisk(program: string, args: string[], errorsTo: 'full' | 'pipe' = 'pipe') {
  await using full = await open('/dev/full', 'w')
  const child = spawn(
    process.execPath,
    [...NODE_OPTIONS, join(import.meta.dirname, '..', program), ...args],
    {
      stdio: ['ignore', full.fd, errorsTo === 'full' ? full.fd : 'pipe'],
      env: programEnvironment(),
    },
  )
  const ended = once(child, 'close')
  const errors = child.stderr ? await text(child.stderr) : ''
  const [code] = await ended
  return { code, errors }
}

describe.runIf(process.platform === 'linux')(
  'a command whose output cannot be written to a full disk',
  () => {
    const errors = 'La salida quedó incompleta. No se puede: el disco está lleno\n'

    it('reports it and exits with the code of a failure', async () => {
      expect(await runOnFullDisk('admin.ts', ['help'])).toEqual({ code: 1, errors })
    })
  },
)

it('ends when its output is no longer read, and stops the database that it started', async () => {
  const DATA_DIR = await newFolder()
  const args = [...NODE_OPTIONS, join(import.meta.dirname, '../admin.ts'), 'school', 'list']
  const env = { ...programEnvironment(), DATA_DIR }
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], env })
  child.stdout.destroy()
  expect(await once(child, 'exit')).toEqual([0, null])
  expect(await clusterPid(DATA_DIR)).toBeUndefined()
})
