import { messages, serverMessages } from '@apoderados/contract/messages'
import { findAccount, isPasswordUnchanged } from '@apoderados/core/accounts/accounts'
import { type Caller, callsOf, signInsTo } from '@apoderados/core/accounts/attemptKeys'
import { fullSessionExpiry, prepareEndSessions } from '@apoderados/core/accounts/sessions'
import { audit } from '@apoderados/core/audit/audit'
import { accountLimits } from '@apoderados/core/db/client/limits'
import { type Database, preparedQuery } from '@apoderados/core/db/client/open'
import { parents, sessions } from '@apoderados/core/db/schema/schema'
import { randomId } from '@apoderados/core/secrets/keys'
import { readProfile } from '@apoderados/core/students/profiles'
import { and, eq, sql } from 'drizzle-orm'
import { identifyCaller, registerDevice } from '../auth/caller.ts'
import { accountWithPassword } from '../auth/passwordCheck.ts'
import { singleFlight } from '../auth/singleFlight.ts'
import type { DeviceContext, Handlers } from '../http/context.ts'
import { HttpError } from '../http/errors.ts'

const SECONDS_PER_DAY = 86_400

const invalidCredentialsError = () => new HttpError(401, messages.invalidCredentials)

/** Returns the account of an e-mail and password. Every failure has the same refusal, which hides the reason (R7). */
async function authenticate(email: string, password: string, caller: Caller, context: DeviceContext) {
  const { db, address, limits, auditRateLimit } = context
  const [account] = await findAccount(db).execute({ email })
  const attempts = [callsOf(caller, 'login'), signInsTo(caller, email, limits.signIns)]
  const authenticated = await accountWithPassword(account, password, context, attempts)
  if (authenticated) return authenticated
  if (auditRateLimit(address))
    await audit(db, { action: 'login_failed', address, parent_id: account?.id ?? null })
  throw invalidCredentialsError()
}

const endSessionById = prepareEndSessions<{ session_id: string }>(
  'end_session',
  eq(sessions.id, sql.placeholder('session_id')),
)

const signedOutResponse = { success: true, message: serverMessages.signedOut }
const shareSignOut = singleFlight<string, typeof signedOutResponse>()

/** Ends a session if it is live. Sign-outs have no rate limit, so concurrent ones of a session share a transaction. */
const signOut = (db: Database, session_id: string) =>
  shareSignOut(session_id, () =>
    db.transaction(async (transaction) => {
      const [ended] = await endSessionById(transaction, { session_id })
      if (ended) await audit(transaction, { action: 'logout', parent_id: ended.parent_id, session_id })
      return signedOutResponse
    }),
  )

/** Ends the least recently used sessions of a parent, so that one more session fits within the limit (R12). */
const endOldestSessions = prepareEndSessions<{ parent_id: number }>(
  'end_oldest_sessions',
  sql`${sessions.id} in (select ${sessions.id} from ${sessions}
    where ${sessions.parent_id} = ${sql.placeholder('parent_id')} and ${sessions.revoked_at} is null
    order by ${sessions.last_seen_at} desc offset ${sql.raw(String(accountLimits.sessionsPerParent - 1))})`,
)

/** Records a sign-in and its password's hash. Returns no row if the password has changed since it was compared. */
const recordSignIn = preparedQuery((db) =>
  db
    .update(parents)
    .set({
      previous_login_at: parents.last_login_at,
      last_login_at: sql`now()`,
      password_hash: sql`${sql.placeholder('password_hash')}`,
    })
    .where(and(eq(parents.id, sql.placeholder('parent_id')), isPasswordUnchanged))
    .returning({ id: parents.id })
    .prepare('note_sign_in'),
)

/**
 * Inserts a session. One that was opened with a one-time password expires with that password: afterwards, the parent
 * could not confirm a password change.
 */
const addSession = preparedQuery((db) =>
  db
    .insert(sessions)
    .values({
      id: sql.placeholder('session_id'),
      parent_id: sql.placeholder('parent_id'),
      client: sql.placeholder('client'),
      expires_at: sql`least(${fullSessionExpiry}, ${sql.placeholder('invited_until')}::timestamptz)`,
    })
    .prepare('add_session'),
)

export const sessionHandlers = {
  async login({ email, password }, context) {
    const { db, passwords, tokens, links, client, address } = context
    const caller = await identifyCaller(context, email)
    const account = await authenticate(email, password, caller, context)
    const owner = { parent_id: account.id, session_id: randomId() }
    const password_hash =
      account.password_hash !== null && passwords.isOutdated(account.password_hash)
        ? await passwords.hash(password)
        : account.password_hash
    const proof = await db.transaction(async (transaction) => {
      // `recordSignIn` comes first, because it locks the parent's row: a concurrent change of the password either
      // precedes it, and it returns no row, or waits for it and then ends the new session (R13).
      const signIn = { ...owner, password_hash, changed_at: account.changed_at }
      const recorded = await recordSignIn(transaction).execute(signIn)
      if (recorded.length === 0) throw invalidCredentialsError()
      await endOldestSessions(transaction, owner)
      await addSession(transaction).execute({ ...owner, client, invited_until: account.invited_until })
      await audit(transaction, { action: 'login', ...owner, address })
      return registerDevice(transaction, caller, account.id, context)
    })
    const parent = await readProfile(db, owner.parent_id, (photo, school) =>
      links.photo(photo, owner.session_id, school),
    )
    if (!parent) throw invalidCredentialsError()
    context.proof.send(proof)
    const jwt = tokens.sign(owner, accountLimits.sessionLifeDays * SECONDS_PER_DAY)
    return { success: true as const, jwt, parent, message: serverMessages.signedIn }
  },

  /** Ends the session of the token that a client sends, although by spec §7 this call carries none. */
  async logout(_, { db, tokens, bearer }) {
    const owner = bearer === undefined ? undefined : tokens.read(bearer)
    return owner ? signOut(db, owner.session_id) : signedOutResponse
  },

  endSession: (_, { db, session_id }) => signOut(db, session_id),
} satisfies Partial<Handlers>
