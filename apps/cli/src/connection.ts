import { checkSigningKey } from '@apoderados/core/accounts/signingKeys'
import { checkServer, openDatabase } from '@apoderados/core/db/client/open'
import { attachCluster } from '@apoderados/core/db/embedded/cluster'
import { migrate } from '@apoderados/core/db/schema/migrate'
import { loadKeys } from '@apoderados/core/secrets/keys'
import { type Config, readConfig } from '@apoderados/server/config'
import { createServices, type Services } from '@apoderados/server/services'

/** A command's connection to the database, keys and files of the server that the environment describes. */
export type Connection = Services &
  Pick<Config, 'dataDir' | 'publicUrl'> &
  Partial<Pick<Config, 'scanCommand'>> & {
    /** The URL of the database. */
    url: string
    close(): Promise<void>
  }

/** Returns the database of the settings. `stop` stops the embedded database if it was started for the command. */
export const attachDatabase = async ({ databaseUrl, dataDir }: Config) =>
  databaseUrl ? { url: databaseUrl, stop: async () => {} } : attachCluster(dataDir)

export type StopDatabase = () => Promise<void>

/**
 * Connects to the server's database, whether or not the server is running, and applies pending migrations.
 * `registerStop` receives the function that stops an embedded database, before that database starts.
 * @throws {ConfigError} for an invalid setting, a secret key that is not the server's, or an unsuitable database or
 * store; the errors of the database's client if the database is unreachable
 */
export async function connect(
  environment: NodeJS.ProcessEnv,
  registerStop?: (stopDatabase: StopDatabase) => void,
): Promise<Connection> {
  const config = readConfig(environment)
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
    const { dataDir, publicUrl, scanCommand } = config
    const services = await createServices(db, keys, config)
    await services.files.prepare()
    return { ...services, url, dataDir, publicUrl, scanCommand, close }
  } catch (error) {
    await close()
    throw error
  }
}
