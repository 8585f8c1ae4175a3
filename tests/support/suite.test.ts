import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { stampOfSuite } from './stamp.ts'
import { runSuite } from './suite.ts'

const SUITE_NAME = 'support/example'
const stampPath = stampOfSuite(SUITE_NAME, process.argv.slice(2))

afterEach(() => {
  process.exitCode = undefined
  rmSync(stampPath, { force: true })
})

it('a suite that fails has no stamp, not even that of an earlier run', async () => {
  mkdirSync(dirname(stampPath), { recursive: true })
  writeFileSync(stampPath, '{}')
  await runSuite(SUITE_NAME, () => Promise.resolve(false))
  expect(process.exitCode).toBe(1)
  expect(existsSync(stampPath)).toBe(false)
})
