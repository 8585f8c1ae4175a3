import { messages, serverMessages } from '@apoderados/contract/messages'
import { findAccount } from '@apoderados/core/accounts/accounts'
import { type Caller, callsOf, signInsTo } from '@apoderados/core/accounts/attemptKeys'
import { prepareEndSessions } from '@apoderados/core/accounts/sessions'
import { audit } from '@apoderados/core/audit/audit'
import type { Database } from '@apoderados/core/db/client/open'
import { sessions } from '@apoderados/core/db/tables/accounts'
import { eq, sql } from 'drizzle-orm'
import { identifyCaller } from '../auth/caller.ts'
import { openSession } from '../auth/openSession.ts'
import { accountWithPassword } from '../auth/passwordCheck.ts'
import { singleFlight } from '../auth/singleFlight.ts'
import type { DeviceContext, Handlers } from '../http/context.ts'
import { HttpError } from '../http/errors.ts'

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

export const sessionHandlers = {
  async login({ email, password }, context) {
    const { passwords } = context
    const caller = await identifyCaller(context, email)
    const account = await authenticate(email, password, caller, context)
    const password_hash =
      account.password_hash !== null && passwords.isOutdated(account.password_hash)
        ? await passwords.hash(password)
        : account.password_hash
    const opened = await openSession(context, caller, { ...account, password_hash }, invalidCredentialsError)
    return { success: true as const, ...opened, message: serverMessages.signedIn }
  },

  /** Ends the session of the token that a client sends, although by spec §7 this call carries none. */
  async logout(_, { db, tokens, bearer }) {
    const owner = bearer === undefined ? undefined : tokens.read(bearer)
    return owner ? signOut(db, owner.session_id) : signedOutResponse
  },

  endSession: (_, { db, session_id }) => signOut(db, session_id),
} satisfies Partial<Handlers>
