import { inArray } from 'drizzle-orm'
import { ConfigError } from '../config.ts'
import type { Keys } from '../keys.ts'
import type { Database } from './open.ts'
import { signingKeys } from './schema.ts'

/** By which commands know that they hold this database's key. At each start of a server. */
export const noteSigningKey = (db: Database, [current]: Keys) =>
  db.insert(signingKeys).values({ kid: current.kid }).onConflictDoNothing()

/**
 * A one-time password made with another key than the server's would open nothing.
 * @throws {ConfigError} when servers of this database signed with other keys only
 */
export async function checkSigningKey(db: Database, keys: Keys): Promise<void> {
  const ours = keys.map(({ kid }) => kid)
  const [known] = await db.select().from(signingKeys).where(inArray(signingKeys.kid, ours)).limit(1)
  const [any] = await db.select().from(signingKeys).limit(1)
  if (any && !known) {
    throw new ConfigError(
      'la clave secreta no es la del servidor: use el mismo DATA_DIR o SECRET_KEYS con que corre la aplicación',
    )
  }
  if (!any) await noteSigningKey(db, keys)
}
