import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { runProgram } from './clusterProcess.ts'

const clusterPaths = { folder: tmpdir(), files: '', binaries: '', account: undefined }
const runFailingProgram = (errors: string[]) =>
  runProgram(clusterPaths, process.execPath, [
    '-e',
    `console.error(${JSON.stringify(errors.join('\n'))}); process.exit(1)`,
  ])

it.each([
  [
    [
      'initdb: error: could not write to file "/data/pg_wal/xlogtemp": No space left on device',
      'initdb: removing contents of data directory "/data"',
    ],
    'initdb: error: could not write to file "/data/pg_wal/xlogtemp": No space left on device',
  ],
  [
    [
      '2026-11-23 12:00:00 UTC [7] FATAL:  could not extend file "base/1": No space left on device',
      '2026-11-23 12:00:00 UTC [7] HINT:  Check free disk space.',
      'child process exited with exit code 1',
      'initdb: removing data directory "/data"',
    ],
    '2026-11-23 12:00:00 UTC [7] FATAL:  could not extend file "base/1": No space left on device',
  ],
  [['cannot load libicu', 'initdb: removing data directory "/data"'], 'cannot load libicu'],
])(
  'reports why a cluster cannot be created, and not a failure of the cleanup: %#',
  async (errors, expectedCause) => {
    await expect(runFailingProgram(errors)).rejects.toThrow(
      `PostgreSQL could not be set up: ${expectedCause}`,
    )
  },
)
