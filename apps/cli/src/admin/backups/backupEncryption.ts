import { readFile } from 'node:fs/promises'
import { Refusal } from '@apoderados/importer/explain'
import { typedPath } from '../../terminal/typedPath.ts'
import type { CommandContext } from '../command.ts'
import { type DecryptionKey, type Encryption, readEncryption } from './age.ts'

const PASSPHRASE_CHARACTERS_MIN = 12

type EncryptionOptions = {
  key: string | undefined
  passphrase: boolean
  'passphrase-file': string | undefined
}

/** Chooses the encryption from options and environment; undefined leaves the backup unencrypted. @throws {Refusal} */
export async function chooseEncryption(
  options: EncryptionOptions,
  context: CommandContext,
): Promise<Encryption | undefined> {
  const { key, passphrase: isPrompted, 'passphrase-file': passphraseFile } = options
  if (key && (isPrompted || passphraseFile !== undefined))
    throw new Refusal('Un respaldo se cifra con claves o con una frase, no con ambas.')
  if (isPrompted && passphraseFile !== undefined)
    throw new Refusal('La frase se pregunta o está en un archivo: diga --passphrase o --passphrase-file.')
  if (key) return { keys: key.split(',').map((item) => item.trim()) }
  const file = isPrompted ? undefined : (passphraseFile ?? context.environment.BACKUP_PASSPHRASE_FILE)
  if (!file && !isPrompted) return undefined
  const passphrase = file ? await readPassphrase(file) : await promptForNewPassphrase(context)
  if (Array.from(passphrase).length < PASSPHRASE_CHARACTERS_MIN)
    throw new Refusal(`La frase debe tener al menos ${PASSPHRASE_CHARACTERS_MIN} caracteres.`)
  return { passphrase }
}

async function promptForNewPassphrase({ terminal }: CommandContext): Promise<string> {
  const passphrase = await terminal.askSecret('Frase para cifrar el respaldo: ', { isNew: true })
  if (passphrase === undefined) throw new Refusal('Las dos frases no son iguales.')
  return passphrase
}

type DecryptionOptions = { identity: string | undefined; 'passphrase-file': string | undefined }

/**
 * Chooses what decrypts the backup at `path`, and prompts for the passphrase if no file contains it. Returns undefined
 * for an unencrypted backup. @throws {Refusal}
 */
export async function chooseDecryptionKey(
  path: string,
  options: DecryptionOptions,
  { terminal, environment }: CommandContext,
): Promise<DecryptionKey | undefined> {
  const encryption = await readEncryption(path)
  if (encryption === 'none') return undefined
  if (encryption === 'keys') {
    if (!options.identity)
      throw new Refusal('El respaldo está cifrado con una clave: diga su archivo con --identity.')
    return { identity: await readFile(typedPath(options.identity), 'utf8') }
  }
  const file = options['passphrase-file'] ?? environment.BACKUP_PASSPHRASE_FILE
  if (file) return { passphrase: await readPassphrase(file) }
  return { passphrase: (await terminal.askSecret('Frase del respaldo: ')) ?? '' }
}

async function readPassphrase(path: string): Promise<string> {
  const text = await readFile(typedPath(path), 'utf8')
  const [line = '', ...others] = text.replace(/\r?\n$/, '').split(/\r?\n/)
  if (line === '' || others.length > 0) throw new Refusal('El archivo de la frase debe tener una sola línea.')
  return line
}
