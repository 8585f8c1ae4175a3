import { ne } from 'drizzle-orm'
import { ConfigError } from '../configError.ts'
import type { Database } from '../db/client/open.ts'
import { signingKeys } from '../db/tables/accounts.ts'
import type { Keys } from '../secrets/keys.ts'

/** Reads the ids of the recorded keys. */
async function readKids(db: Database): Promise<string[]> {
  const rows = await db.select({ kid: signingKeys.kid }).from(signingKeys)
  return rows.map(({ kid }) => kid)
}

/** Records the id of the current key, in place of earlier ids. The server calls it at each start. */
export async function recordSigningKey(db: Database, [{ kid }]: Keys): Promise<void> {
  const kids = await readKids(db)
  if (kids.length === 1 && kids[0] === kid) return
  await db.transaction(async (transaction) => {
    await transaction.delete(signingKeys).where(ne(signingKeys.kid, kid))
    await transaction.insert(signingKeys).values({ kid }).onConflictDoNothing()
  })
}

/**
 * Checks that an operator's command uses the server's key: a one-time password made with another key would be invalid.
 * If no key is recorded yet, it records the command's key.
 * @throws {ConfigError} if the servers of this database sign with another key
 */
export async function checkSigningKey(db: Database, keys: Keys): Promise<void> {
  const kids = await readKids(db)
  if (kids.length === 0) return recordSigningKey(db, keys)
  // Several keys are recorded if an earlier version, which kept all of them, has recorded them, and no server of this
  // version has started since.
  if (!kids.includes(keys[0].kid)) {
    throw new ConfigError(
      'la clave secreta no es la del servidor: use el mismo DATA_DIR o SECRET_KEYS con que corre la aplicación',
    )
  }
}
