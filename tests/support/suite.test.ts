import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { stampOfSuite } from './stamp.ts'
import { runSuite } from './suite.ts'

const NAME = 'support/example'
const stamp = stampOfSuite(NAME, process.argv.slice(2))

afterEach(() => {
  process.exitCode = undefined
  rmSync(stamp, { force: true })
})

it('a suite that fails has no stamp, not even that of an earlier run', async () => {
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, '{}')
  await runSuite(NAME, () => Promise.resolve(false))
  expect(process.exitCode).toBe(1)
  expect(existsSync(stamp)).toBe(false)
})
