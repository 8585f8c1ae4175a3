import { messages } from '@apoderados/contract/messages'
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { limits } from '../config.ts'
import { findAccount, isUnchangedSince } from '../db/accounts.ts'
import { audit } from '../db/audit.ts'
import type { Database, Queryable } from '../db/open.ts'
import { readProfile } from '../db/profiles.ts'
import { parents, sessions } from '../db/schema.ts'
import { endSessions } from '../db/sessions.ts'
import { HttpError } from '../errors.ts'
import type { Guest, Handlers } from '../handlers.ts'
import { randomId } from '../keys.ts'
import { accountWithPassword } from '../passwordCheck.ts'
import type { TokenOwner } from '../tokens.ts'

const SECONDS_PER_DAY = 86_400

const refused = () => new HttpError(401, messages.invalidCredentials)

/** The account whose password this is, or the one refusal that tells nothing of why (R7). */
async function authenticate(email: string, password: string, context: Guest) {
  const { db, address } = context
  const [account] = await findAccount(db).execute({ email })
  const authenticated = await accountWithPassword(account, { email, password }, context)
  if (authenticated) return authenticated
  await audit(db, { action: 'login_failed', address, parent_id: account?.id ?? null })
  throw refused()
}

/** Ends a session that still stands; a replay of its token leaves no further trace. */
const revoke = (db: Database, owner: TokenOwner) =>
  db.transaction(async (transaction) => {
    const ended = await endSessions(transaction, eq(sessions.id, owner.session_id))
    if (ended.length > 0) await audit(transaction, { action: 'logout', ...owner })
  })

/** The newest stay, the oldest give way (R12). */
const endOldestSessions = (transaction: Queryable, parent_id: number) => {
  const surplus = transaction
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.parent_id, parent_id), isNull(sessions.revoked_at)))
    .orderBy(desc(sessions.last_seen_at))
    .offset(limits.sessionsPerParent - 1)
  return endSessions(transaction, inArray(sessions.id, surplus))
}

export const session = {
  async login({ email, password }, context) {
    const { db, passwords, tokens, links, client, address } = context
    const account = await authenticate(email, password, context)
    const owner = { parent_id: account.id, session_id: randomId() }
    const password_hash =
      account.password_hash !== null && passwords.isOutdated(account.password_hash)
        ? await passwords.hash(password)
        : account.password_hash
    await db.transaction(async (transaction) => {
      // First, so that it waits for a change of this password under way, which this one then is no more (R13).
      const known = await transaction
        .update(parents)
        .set({ last_login_at: sql`now()`, password_hash })
        .where(and(eq(parents.id, owner.parent_id), isUnchangedSince(account.changed_at)))
        .returning({ id: parents.id })
      if (known.length === 0) throw refused()
      await endOldestSessions(transaction, owner.parent_id)
      await transaction.insert(sessions).values({
        id: owner.session_id,
        parent_id: owner.parent_id,
        client,
        expires_at: sql`now() + make_interval(days => ${limits.sessionLifeDays})`,
      })
      await audit(transaction, { action: 'login', ...owner, address })
    })
    const parent = await readProfile(db, owner.parent_id, (photo, school) =>
      links.photo(photo, owner.session_id, school),
    )
    if (!parent) throw refused()
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
