import { checkSigningKey } from '@apoderados/core/accounts/signingKeys'
import { checkServer, openDatabase } from '@apoderados/core/db/client/open'
import { attachCluster } from '@apoderados/core/db/embedded/cluster'
import { migrate } from '@apoderados/core/db/schema/migrate'
import { loadKeys } from '@apoderados/core/secrets/keys'
import { type Config, readConfig } from '@apoderados/server/config'
import { createServices, type Services } from '@apoderados/server/services'
import { findDifferingSettings } from '@apoderados/server/startup/serverSettings'

/** A command's connection to the database, keys and files of the server that the environment describes. */
export type Connection = Services &
  Pick<Config, 'dataDir' | 'publicUrl'> &
  Partial<Pick<Config, 'scanCommand' | 'officeUrl'>> & {
    /** The URL of the database. */
    url: string
    close(): Promise<void>
  }

/** Returns the database of the settings. `stop` stops the embedded database if it was started for the command. */
export const attachDatabase = async ({ databaseUrl, dataDir }: Config) =>
  databaseUrl ? { url: databaseUrl, stop: async () => {} } : attachCluster(dataDir)

export type StopDatabase = () => Promise<void>

const spanishListFormat = new Intl.ListFormat('es', { type: 'conjunction' })

/** Warns of the settings that are not those of the server: a command could write where the server does not read. */
async function warnOfOtherSettings(config: Config, warn: (line: string) => void): Promise<void> {
  const names = await findDifferingSettings(config)
  if (names.length === 0) return
  const verb = names.length === 1 ? 'no es' : 'no son'
  warn(
    `Aviso: ${spanishListFormat.format(names)} ${verb} aquí como en el servidor. Use en los comandos los mismos ajustes.`,
  )
}

/**
 * Connects to the server's database, whether or not the server is running, and applies pending migrations.
 * `warn` receives a warning if the settings are not those of the server. `registerStop` receives the function that stops an embedded database, before that database starts.
 * @throws {ConfigError} for an invalid setting, a secret key that is not the server's, or an unsuitable database or
 * store; the errors of the database's client if the database is unreachable
 */
export async function connect(
  environment: NodeJS.ProcessEnv,
  registerStop?: (stopDatabase: StopDatabase) => void,
  warn: (line: string) => void = () => {},
): Promise<Connection> {
  const config = readConfig(environment)
  await warnOfOtherSettings(config, warn)
  const keys = await loadKeys(config.secretKeys, config.dataDir)
  const database = attachDatabase(config)
  const stopDatabase = async () => (await database).stop()
  registerStop?.(stopDatabase)
  const { url } = await database
  const db = openDatabase(url, { forOperator: true })
  const close = async () => {
    await db.$client.end()
    await stopDatabase()
  }
  try {
    await checkServer(db)
    await migrate(url)
    await checkSigningKey(db, keys)
    const { dataDir, publicUrl, officeUrl, scanCommand } = config
    const services = await createServices(db, keys, config)
    await services.files.prepare()
    return { ...services, url, dataDir, publicUrl, officeUrl, scanCommand, close }
  } catch (error) {
    await close()
    throw error
  }
}
