import pg from 'pg'
import { databaseLimits } from './limits.ts'

/** Opens a connection outside the pool; the caller ends it. Statements have no time limit unless `settings` has one. */
export async function connectAlone(url: string, settings: pg.ClientConfig = {}): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: databaseLimits.databaseCommandAcquireMs,
    ...settings,
  })
  client.on('error', () => {}) // the current or the next statement reports the error
  await client.connect()
  return client
}
