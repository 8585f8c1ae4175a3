import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'

/** The settings that the server and its commands must share; a command may use another account of the database. */
const sharedSettingsOf = ({ publicUrl, databaseUrl, bucket, scanCommand }: Config) => ({
  PUBLIC_URL: publicUrl,
  DATABASE_URL: databaseUrl && 'set',
  STORAGE_URL: bucket && JSON.stringify(bucket),
  SCAN_COMMAND: scanCommand,
})

/** Hashes, because the settings contain secrets. */
const hashesOf = (config: Config): Record<string, string> =>
  Object.fromEntries(
    Object.entries(sharedSettingsOf(config)).map(([name, value]) => [
      name,
      createHash('sha256')
        .update(value ?? '')
        .digest('hex'),
    ]),
  )

const pathIn = ({ dataDir }: Config) => join(dataDir, 'settings.json')

/** Records the settings with which the server starts. A server without a writable DATA_DIR records none. */
export const recordSettings = (config: Config): Promise<void> =>
  writeFile(pathIn(config), JSON.stringify(hashesOf(config)), { mode: 0o600 }).catch(() => undefined)

/** Returns the names of the settings that differ from those of the server's last start in the same DATA_DIR. */
export async function findDifferingSettings(config: Config): Promise<string[]> {
  const text = await readFile(pathIn(config), 'utf8').catch(() => undefined)
  if (text === undefined) return []
  const recorded = JSON.parse(text) as Record<string, string>
  return Object.entries(hashesOf(config))
    .filter(([name, hash]) => recorded[name] !== hash)
    .map(([name]) => name)
}
