import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { loadKeys } from './keys.ts'
import { accountHashes, codeHashes, isCode, makeCode, revealCode } from './oneTimeCodes.ts'

const newSecret = () => randomBytes(32).toString('base64url')

describe('one-time codes', () => {
  it('have thirteen characters of Crockford’s alphabet, use all of them, and do not repeat', async () => {
    const keys = await loadKeys([newSecret()], '')
    const codes = Array.from(
      { length: 2_000 },
      () => revealCode(keys, 'recovery', makeCode(keys, 'recovery').seed) as string,
    )
    expect(new Set(codes).size).toBe(codes.length)
    const signs = codes.join('').replaceAll('-', '')
    expect(signs).toHaveLength(13 * codes.length)
    expect(new Set(signs).size).toBe(32)
    expect(signs).not.toMatch(/[ILOU]/)
  })

  it('of an older key are accepted while the key is configured', async () => {
    const [older, newer] = [newSecret(), newSecret()]
    const before = await loadKeys([older], '')
    const { seed, hash } = makeCode(before, 'recovery')
    const code = revealCode(before, 'recovery', seed) as string
    const rotated = await loadKeys([newer, older], '')
    expect(revealCode(rotated, 'recovery', seed)).toBe(code)
    expect(codeHashes(rotated, 'recovery', code)).toContain(hash)
    expect(accountHashes(rotated, 'a@b.cl')).toEqual(expect.arrayContaining(accountHashes(before, 'a@b.cl')))
    const after = await loadKeys([newer], '')
    expect(revealCode(after, 'recovery', seed)).toBeUndefined()
    expect(codeHashes(after, 'recovery', code)).not.toContain(hash)
  })

  it('cannot be derived from what the database stores', async () => {
    const keys = await loadKeys([newSecret()], '')
    const { seed, hash } = makeCode(keys, 'recovery')
    const others = await loadKeys([newSecret()], '')
    expect(revealCode(others, 'recovery', seed)).toBeUndefined()
    expect(codeHashes(others, 'recovery', revealCode(keys, 'recovery', seed) as string)).not.toContain(hash)
  })

  it('for one purpose are invalid for any other', async () => {
    const keys = await loadKeys([newSecret()], '')
    const { seed, hash } = makeCode(keys, 'recovery')
    const code = revealCode(keys, 'recovery', seed) as string
    expect(revealCode(keys, 'invitation', seed)).not.toBe(code)
    expect(isCode(keys, 'recovery', code, hash)).toBe(true)
    expect(isCode(keys, 'invitation', code, hash)).toBe(false)
    expect(codeHashes(keys, 'invitation', code)).not.toContain(hash)
  })
})
