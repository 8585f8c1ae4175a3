import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vapidPublicKey } from '@apoderados/server/push/vapid'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runAdmin } from './runAdmin.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'push-key-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

async function showKey(settings: NodeJS.ProcessEnv = {}) {
  const [output, errors] = [[] as string[], [] as string[]]
  const terminal = {
    print: (line = '') => void output.push(line),
    warn: (line: string) => void errors.push(line),
    ask: async () => undefined,
    askSecret: async () => undefined,
  }
  const connect = () => Promise.reject(new Error('no database is needed'))
  const environment = { DATA_DIR: join(folder, 'data'), ...settings }
  const code = await runAdmin(['push', 'key'], { terminal, environment, connect })
  return { code, publicKey: output[1], output: output.join('\n'), errors }
}
const keyPath = () => join(folder, 'data', 'vapid-key')

describe('push key', () => {
  it('makes a pair once, in a file of this user alone, and shows no private key', async () => {
    const first = await showKey()
    const privateKey = readFileSync(keyPath(), 'utf8')
    expect([first.code, first.publicKey, first.errors]).toEqual([0, vapidPublicKey(privateKey), []])
    expect(first.output).toContain(`La privada está en ${keyPath()}.`)
    expect(first.output).not.toContain(privateKey)
    expect(statSync(keyPath()).mode & 0o777).toBe(0o600)
    expect((await showKey()).publicKey).toBe(first.publicKey)
  })
})
