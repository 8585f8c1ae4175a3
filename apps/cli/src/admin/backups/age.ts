import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { BackupError } from '@apoderados/database/backup/backupFormat'
import { Refusal } from '@apoderados/importer/explain'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'

type ByteStream = AsyncIterable<Uint8Array>

/** How a backup is encrypted: for public keys or with a passphrase. The age format allows no combination. */
export type Encryption = { keys: string[] } | { passphrase: string }

/** Returns a function that encrypts a stream. @throws {Refusal} for an invalid public key */
export function encrypterFor(encryption: Encryption): (plaintext: ByteStream) => ByteStream {
  const encrypter = new Encrypter()
  if ('passphrase' in encryption) encrypter.setPassphrase(encryption.passphrase)
  else for (const key of encryption.keys) addRecipient(encrypter, key)
  return async function* (plaintext) {
    yield* await encrypter.encrypt(ReadableStream.from(plaintext))
  }
}

function addRecipient(encrypter: Encrypter, key: string): void {
  try {
    encrypter.addRecipient(key)
  } catch {
    throw new Refusal('Una de las claves de --key no es una clave pública de age (age1…).')
  }
}

const AGE_HEADER = 'age-encryption.org/v1\n'
/** The number of bytes from the beginning of a file that contain the kind of its first recipient. */
const HEAD_BYTES = 256

/** Reads from the file's header how it is encrypted. */
export async function readEncryption(path: string): Promise<'none' | 'keys' | 'passphrase'> {
  await using file = await open(path)
  const { bytesRead, buffer } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
  const head = buffer.toString('latin1', 0, bytesRead)
  if (!head.startsWith(AGE_HEADER)) return 'none'
  return head.startsWith('-> scrypt ', AGE_HEADER.length) ? 'passphrase' : 'keys'
}

/** The key that decrypts a file: the content of an identity file of age-keygen, or the passphrase. */
export type DecryptionKey = { identity: string } | { passphrase: string }

/**
 * Returns a function that opens the content of a file from its start, decrypted if there is a key. The function can be
 * called several times. @throws {Refusal} if the identity file has no private key
 */
export function createOpener(path: string, decryptionKey: DecryptionKey | undefined): () => Readable {
  if (!decryptionKey) return () => createReadStream(path)
  const decrypter = new Decrypter()
  if ('passphrase' in decryptionKey) decrypter.addPassphrase(decryptionKey.passphrase)
  else addIdentities(decrypter, decryptionKey.identity)
  async function* decrypted() {
    const file = ReadableStream.from<Uint8Array>(createReadStream(path))
    yield* await decrypter.decrypt(file).catch((cause) => {
      throw new BackupError('esa clave o esa frase no abre el respaldo', { cause })
    })
  }
  return () => Readable.from(decrypted(), { objectMode: false })
}

const isPrivateKeyLine = (line: string) => line.startsWith('AGE-SECRET-KEY-')

/** Adds the private keys in the text of an identity file; all its other lines are comments. */
function addIdentities(decrypter: Decrypter, text: string): void {
  const keys = text.split(/\r?\n/).filter(isPrivateKeyLine)
  try {
    for (const key of keys) decrypter.addIdentity(key.trim())
  } catch {
    keys.length = 0
  }
  if (keys.length === 0) throw new Refusal('El archivo de --identity no tiene una clave privada de age.')
}

/** Creates a key pair: the content of the identity file and the public key. */
export async function makeIdentity(): Promise<{ text: string; publicKey: string }> {
  const secret = await generateX25519Identity()
  const publicKey = await identityToRecipient(secret)
  const text = `# created: ${new Date().toISOString()}\n# public key: ${publicKey}\n${secret}\n`
  return { text, publicKey }
}
