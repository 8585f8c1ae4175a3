import { messages, tooManyAttempts } from '@apoderados/contract/messages'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { limits } from '../config.ts'
import { audit } from '../db/audit.ts'
import {
  blockedSeconds,
  countLoginFailure,
  forgetLoginFailures,
  type LoginKeys,
} from '../db/loginFailures.ts'
import { prepared, type Queryable } from '../db/open.ts'
import { readProfile } from '../db/profiles.ts'
import { parents, sessions } from '../db/schema.ts'
import { HttpError } from '../errors.ts'
import type { Guest, Handlers } from '../handlers.ts'
import { hmac, randomId } from '../keys.ts'
import type { TokenOwner } from '../tokens.ts'

const SECONDS_PER_DAY = 86_400

const findAccount = prepared((db) =>
  db
    .select({ id: parents.id, password_hash: parents.password_hash, is_active: parents.is_active })
    .from(parents)
    .where(eq(parents.email, sql.placeholder('email')))
    .prepare('account'),
)

const revokeSession = prepared((db) =>
  db
    .update(sessions)
    .set({ revoked_at: sql`now()` })
    .where(and(eq(sessions.id, sql.placeholder('session_id')), isNull(sessions.revoked_at)))
    .returning({ id: sessions.id })
    .prepare('revoke_session'),
)

async function refuseWhileBlocked({ db }: Guest, keys: LoginKeys): Promise<void> {
  const seconds = await blockedSeconds(db, keys)
  if (seconds > 0) throw new HttpError(429, tooManyAttempts(seconds), seconds)
}

/** The account whose password this is, told only after limits and hash, alike for every refusal (R7). */
async function authenticate(email: string, password: string, context: Guest) {
  const { db, passwords, address } = context
  const [current] = context.keys
  const keys: LoginKeys = {
    account: `account:${hmac(current.accounts, email)}`,
    address: `address:${address}`,
  }
  await refuseWhileBlocked(context, keys)
  const [account] = await findAccount(db).execute({ email })
  const isRight = await passwords.matches(password, account?.password_hash)
  // Guesses sent side by side waited for their hash: those that failed before count for the rest.
  await refuseWhileBlocked(context, keys)
  if (!isRight || !account?.is_active) {
    await countLoginFailure(db, keys)
    await audit(db, { action: 'login_failed', address, parent_id: account?.id ?? null })
    throw new HttpError(401, messages.invalidCredentials)
  }
  await forgetLoginFailures(db, keys)
  return account
}

/** Ends a session that still stands; a replay of its token leaves no further trace. */
async function revoke(db: Queryable, owner: TokenOwner): Promise<void> {
  const ended = await revokeSession(db).execute(owner)
  if (ended.length > 0) await audit(db, { action: 'logout', ...owner })
}

/** The newest stay, the oldest give way (R12). */
const endOldestSessions = (db: Queryable, parent_id: number) =>
  db.execute(sql`
    update ${sessions} set revoked_at = now() where id in (
      select id from ${sessions} where parent_id = ${parent_id} and revoked_at is null
      order by ${desc(sessions.last_seen_at)} offset ${limits.sessionsPerParent - 1})`)

export const session = {
  async login({ email, password }, context) {
    const { db, passwords, tokens, links, client, address } = context
    const account = await authenticate(email, password, context)
    const owner = { parent_id: account.id, session_id: randomId() }
    const password_hash = passwords.isOutdated(account.password_hash)
      ? await passwords.hash(password)
      : account.password_hash
    await db.transaction(async (transaction) => {
      await endOldestSessions(transaction, owner.parent_id)
      await transaction.insert(sessions).values({
        id: owner.session_id,
        parent_id: owner.parent_id,
        client,
        expires_at: sql`now() + make_interval(days => ${limits.sessionLifeDays})`,
      })
      await transaction
        .update(parents)
        .set({ last_login_at: sql`now()`, password_hash })
        .where(eq(parents.id, owner.parent_id))
      await audit(transaction, { action: 'login', ...owner, address })
    })
    const parent = await readProfile(db, owner.parent_id, (photo) => links.photo(photo, owner.session_id))
    if (!parent) throw new HttpError(401, messages.invalidCredentials)
    const jwt = tokens.sign(owner, limits.sessionLifeDays * SECONDS_PER_DAY)
    return { success: true as const, jwt, parent, message: messages.signedIn }
  },

  /** The specification sends no token here: a client that does has its session ended too (spec §7). */
  async logout(_, { db, tokens, bearer }) {
    const owner = bearer === undefined ? undefined : tokens.read(bearer)
    if (owner) await revoke(db, owner)
    return { success: true, message: messages.signedOut }
  },

  async endSession(_, { db, parent_id, session_id }) {
    await revoke(db, { parent_id, session_id })
    return { success: true, message: messages.signedOut }
  },
} satisfies Partial<Handlers>
