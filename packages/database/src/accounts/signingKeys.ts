import { ne } from 'drizzle-orm'
import type { Database } from '../client/open.ts'
import { ConfigError } from '../configError.ts'
import { signingKeys } from '../schema/schema.ts'
import type { Keys } from '../secrets/keys.ts'

async function readKids(db: Database): Promise<string[]> {
  const rows = await db.select({ kid: signingKeys.kid }).from(signingKeys)
  return rows.map(({ kid }) => kid)
}

/** At each start of a server, instead of what an earlier one signed with: by it commands know that theirs is the key. */
export async function noteSigningKey(db: Database, [{ kid }]: Keys): Promise<void> {
  const kids = await readKids(db)
  if (kids.length === 1 && kids[0] === kid) return
  await db.transaction(async (transaction) => {
    await transaction.delete(signingKeys).where(ne(signingKeys.kid, kid))
    await transaction.insert(signingKeys).values({ kid }).onConflictDoNothing()
  })
}

/**
 * A one-time password made with another key than the server's would open nothing.
 * @throws {ConfigError} when the servers of this database sign with another key
 */
export async function checkSigningKey(db: Database, keys: Keys): Promise<void> {
  const kids = await readKids(db)
  if (kids.length === 0) return noteSigningKey(db, keys)
  // More than one: noted by a version that kept them all, whose server has not started anew.
  if (!kids.includes(keys[0].kid)) {
    throw new ConfigError(
      'la clave secreta no es la del servidor: use el mismo DATA_DIR o SECRET_KEYS con que corre la aplicación',
    )
  }
}
