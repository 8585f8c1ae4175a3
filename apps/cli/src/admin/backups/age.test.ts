import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { encrypterFor, makeIdentity } from './age.ts'

async function* plaintext() {
  yield Buffer.from('nombres y notas')
}
const encryptedLines = async (encryption: Parameters<typeof encrypterFor>[0]) => {
  const bytes = await buffer(encrypterFor(encryption)(plaintext()))
  return bytes.toString('latin1').split('\n')
}

describe('an encrypted file', () => {
  it('has the format of age v1, with ChaCha20-Poly1305 and an X25519 key', async () => {
    const { publicKey } = await makeIdentity()
    const [format, recipient] = await encryptedLines({ keys: [publicKey] })
    expect(format).toBe('age-encryption.org/v1')
    expect(recipient).toMatch(/^-> X25519 [\w+/]{43}$/)
  })

  it('requires a quarter of a gigabyte of memory for each guess of its passphrase', async () => {
    const [, recipient] = await encryptedLines({ passphrase: 'una frase larga' })
    const [, salt = '', logN] = /^-> scrypt (\S+) (\d+)$/.exec(recipient ?? '') ?? []
    expect(Buffer.from(salt, 'base64')).toHaveLength(16)
    expect(Number(logN)).toBeGreaterThanOrEqual(18)
  })
})
