import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { pickBackend } from './crashEnvironment.ts'

const dataFolder = mkdtempSync(join(tmpdir(), 'apoderados-place-'))
afterAll(() => rmSync(dataFolder, { recursive: true }))

it('killing a backend throws while no client is connected', () => {
  expect(() => pickBackend(dataFolder, ([first]) => first ?? 0)).toThrow('no backend to kill')
})
