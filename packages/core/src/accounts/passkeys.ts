import { and, asc, eq, lt, sql } from 'drizzle-orm'
import { deleteBatch, prepareDeleteOfParent } from '../db/client/deleteBatch.ts'
import { accountLimits } from '../db/client/limits.ts'
import { preparedQuery, type Queryable } from '../db/client/open.ts'
import { pick } from '../db/schema/pick.ts'
import { passkeys, usedChallenges } from '../db/tables/accounts.ts'
import { parents } from '../db/tables/people.ts'
import { randomId } from '../secrets/keys.ts'

const isOfParent = eq(passkeys.parent_id, sql.placeholder('parent_id'))

const findPasskeys = preparedQuery((db) =>
  db.select().from(passkeys).where(isOfParent).orderBy(asc(passkeys.created_at)).prepare('passkeys_of'),
)

export type Passkey = typeof passkeys.$inferSelect

export const readPasskeys = (db: Queryable, parent_id: number): Promise<Passkey[]> =>
  findPasskeys(db).execute({ parent_id })

const findPasskeyOfSignIn = preparedQuery((db) =>
  db
    .select({
      passkey: passkeys,
      account: {
        ...pick(parents, 'id', 'email', 'password_hash'),
        changed_at: sql<string | null>`${parents.password_changed_at}::text`.as('changed_at'),
      },
    })
    .from(passkeys)
    .innerJoin(parents, eq(parents.id, passkeys.parent_id))
    .where(and(eq(passkeys.credential_id, sql.placeholder('credential_id')), eq(parents.is_active, true)))
    .prepare('passkey_of_sign_in'),
)

/** Reads a passkey with its account; undefined if it is unknown or the account is closed. */
export async function findPasskey(db: Queryable, credential_id: string) {
  const [found] = await findPasskeyOfSignIn(db).execute({ credential_id })
  return found
}

export type NewPasskey = Pick<Passkey, 'credential_id' | 'public_key' | 'counter' | 'transports' | 'name'>

const insertPasskey = preparedQuery((db) =>
  db
    .insert(passkeys)
    .values({
      id: sql.placeholder('id'),
      parent_id: sql.placeholder('parent_id'),
      name: sql.placeholder('name'),
      credential_id: sql.placeholder('credential_id'),
      public_key: sql.placeholder('public_key'),
      counter: sql.placeholder('counter'),
      transports: sql`${sql.placeholder('transports')}::text[]`,
    })
    .onConflictDoNothing()
    .returning({ id: passkeys.id })
    .prepare('add_passkey'),
)

/** Adds a passkey; false if it is registered already. Call it after `lockAccount`, which makes the count exact. */
export async function addPasskey(transaction: Queryable, parent_id: number, added: NewPasskey) {
  const rows = await insertPasskey(transaction).execute({ id: randomId(), parent_id, ...added })
  return rows.length > 0
}

const deletePasskey = preparedQuery((db) =>
  db
    .delete(passkeys)
    .where(and(isOfParent, eq(passkeys.id, sql.placeholder('passkey_id'))))
    .returning({ id: passkeys.id })
    .prepare('remove_passkey'),
)

/** Removes a passkey of the parent; false if the parent has no such passkey. */
export async function removePasskey(transaction: Queryable, parent_id: number, passkey_id: string) {
  const rows = await deletePasskey(transaction).execute({ parent_id, passkey_id })
  return rows.length > 0
}

/** Removes all passkeys of the account: somebody else may have added one. */
export const forgetPasskeysOf = prepareDeleteOfParent(passkeys, 'forget_passkeys')

const updatePasskey = preparedQuery((db) =>
  db
    .update(passkeys)
    .set({ counter: sql`${sql.placeholder('counter')}`, last_used_at: sql`now()` })
    .where(eq(passkeys.id, sql.placeholder('id')))
    .prepare('note_passkey_use'),
)

export const notePasskeyUse = (db: Queryable, id: string, counter: number) =>
  updatePasskey(db).execute({ id, counter })

const insertChallenge = preparedQuery((db) =>
  db
    .insert(usedChallenges)
    .values({
      challenge: sql.placeholder('challenge'),
      expires_at: sql`now() + make_interval(mins => ${sql.raw(String(accountLimits.passkeyChallengeMinutes))})`,
    })
    .onConflictDoNothing()
    .returning({ challenge: usedChallenges.challenge })
    .prepare('use_challenge'),
)

/** Uses a challenge up. Returns false if it was used before. */
export async function useChallenge(db: Queryable, challenge: string): Promise<boolean> {
  const rows = await insertChallenge(db).execute({ challenge })
  return rows.length > 0
}

/** Removes a batch of the used challenges that have expired. */
export const removeExpiredChallenges = (db: Queryable) =>
  deleteBatch(db, usedChallenges, lt(usedChallenges.expires_at, sql`now()`))
