import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError } from '../configError.ts'
import { loadKeys } from './keys.ts'

const newFolder = () => mkdtemp(join(tmpdir(), 'apoderados-keys-'))

describe('the secret key', () => {
  it('is created at the first start, readable by this user only, and kept', async () => {
    const folder = await newFolder()
    const [first] = await loadKeys(undefined, folder)
    const path = join(folder, 'secret-key')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(await readFile(path, 'utf8')).toMatch(/^[\w-]{43}$/)
    expect(await loadKeys(undefined, folder)).toEqual([first])
    expect(new Set([first.jwt, first.links, first.accounts].map(String)).size).toBe(3)
  })

  it('is rejected if others may read it, or if it is truncated', async () => {
    const folder = await newFolder()
    await loadKeys(undefined, folder)
    await chmod(join(folder, 'secret-key'), 0o644)
    await expect(loadKeys(undefined, folder)).rejects.toThrow(ConfigError)
    await chmod(join(folder, 'secret-key'), 0o600)
    await writeFile(join(folder, 'secret-key'), 'short')
    await expect(loadKeys(undefined, folder)).rejects.toThrow(/damaged/)
  })

  it.runIf(process.platform === 'linux')('reports a folder that is not writable', async () => {
    await expect(loadKeys(undefined, '/proc/apoderados/data')).rejects.toThrow(
      new ConfigError('/proc/apoderados cannot be made: choose another DATA_DIR'),
    )
  })

  it('from the environment may be any 32 random bytes, in hexadecimal or base64', async () => {
    for (let round = 0; round < 200; round += 1) {
      await expect(loadKeys([randomBytes(32).toString('hex')], '')).resolves.toHaveLength(1)
      await expect(loadKeys([randomBytes(32).toString('base64')], '')).resolves.toHaveLength(1)
    }
  })

  it.each([
    ['hexadecimal', '7f3a9c01abcdef5e8842d61b0f97ce3355aa70b9182c4d6e6f01937b2ad85c41'],
    ['base64', 'q7Wm0TzX9vKdeMo4LrYh2BnUj6CfGs1PaExIw8RtO3k='],
  ])('from the environment may contain in %s the words of sample keys', async (_format, key) => {
    await expect(loadKeys([key], '')).resolves.toHaveLength(1)
  })

  it.each([
    'short',
    'a'.repeat(64),
    'change-me-change-me-change-me-change-me',
    'secretsecretsecretsecretsecretsecret',
    'mysecretkeymysecretkeymysecretkey7',
    '0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef',
    'CHANGE-ME-to-a-signing-key-of-your-own-2026-11-23',
  ])('from the environment is rejected as %j', async (key) => {
    await expect(loadKeys([key], '')).rejects.toThrow(ConfigError)
  })
})
