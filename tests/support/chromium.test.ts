import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { installChromium } from './chromium.ts'

it('announces the download of a browser: its source, its size and how to use another one', () => {
  const log = vi.spyOn(console, 'log').mockReturnValue()
  // The PATH contains neither a browser nor a program that installs one.
  vi.stubEnv('CHROMIUM_PATH', undefined)
  vi.stubEnv('PLAYWRIGHT_BROWSERS_PATH', mkdtempSync(join(tmpdir(), 'apoderados-browsers-')))
  vi.stubEnv('PATH', mkdtempSync(join(tmpdir(), 'apoderados-path-')))
  expect(() => installChromium()).toThrow('install chromium, or set CHROMIUM_PATH to one')
  const [first, second] = log.mock.calls.flat()
  vi.unstubAllEnvs()
  log.mockRestore()
  expect(first).toMatch(/no Chromium and install one now\. .+ set CHROMIUM_PATH\.$/)
  expect(second).toMatch(/^Installing .+ from cdn\.playwright\.dev, some 300 MB: npx .+ install chromium$/)
})
