import { checkSigningKey } from '@apoderados/database/accounts/signingKeys'
import { checkServer, openDatabase } from '@apoderados/database/client/open'
import { borrowCluster } from '@apoderados/database/embedded/cluster'
import { migrate } from '@apoderados/database/schema/migrate'
import { loadKeys } from '@apoderados/database/secrets/keys'
import { type Config, readConfig } from '@apoderados/server/config'
import { createServices, type Services } from '@apoderados/server/services'

/** What a command works on: the same database, keys and files as the server that the environment describes. */
export type Connection = Services &
  Pick<Config, 'dataDir' | 'publicUrl'> &
  Partial<Pick<Config, 'scanCommand'>> & {
    /** Of the database. */
    url: string
    close(): Promise<void>
  }

/** Leaves the connections as they are, to a process that ends now. */
export type Abandon = () => Promise<void>

/**
 * Beside a running server or without one; the schema is brought up to date. `onBegin` hears how to leave it, from before
 * an embedded database starts.
 * @throws {ConfigError} for a wrong setting, another secret key than the server's, a database or store out of reach
 */
export async function connect(
  environment: NodeJS.ProcessEnv,
  onBegin?: (abandon: Abandon) => void,
): Promise<Connection> {
  const config = readConfig(environment)
  const keys = await loadKeys(config.secretKeys, config.dataDir)
  const borrowed = config.databaseUrl ? undefined : borrowCluster(config.dataDir)
  const abandon = async () => (await borrowed)?.stop()
  onBegin?.(abandon)
  const cluster = await borrowed
  const url = config.databaseUrl ?? (cluster?.url as string)
  const db = openDatabase(url, { isPatient: true })
  const close = async () => {
    await db.$client.end()
    await abandon()
  }
  try {
    await checkServer(db)
    await migrate(url, config.dataDir)
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
