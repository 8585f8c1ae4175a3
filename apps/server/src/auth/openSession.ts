import { isPasswordUnchanged } from '@apoderados/core/accounts/accounts'
import type { Caller } from '@apoderados/core/accounts/attemptKeys'
import { fullSessionExpiry, prepareEndSessions } from '@apoderados/core/accounts/sessions'
import { audit } from '@apoderados/core/audit/audit'
import { accountLimits } from '@apoderados/core/db/client/limits'
import { preparedQuery, type Queryable } from '@apoderados/core/db/client/open'
import { sessions } from '@apoderados/core/db/tables/accounts'
import { parents } from '@apoderados/core/db/tables/people'
import { queueMail } from '@apoderados/core/mails/mails'
import { randomId } from '@apoderados/core/secrets/keys'
import { readProfile } from '@apoderados/core/students/profiles'
import { and, eq, sql } from 'drizzle-orm'
import type { DeviceContext } from '../http/context.ts'
import { registerDevice } from './caller.ts'
import { deviceOf } from './userAgent.ts'

const SECONDS_PER_DAY = 86_400

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
    .returning({ is_first: sql<boolean>`${parents.previous_login_at} is null` })
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
      platform: sql.placeholder('platform'),
      browser: sql.placeholder('browser'),
      expires_at: sql`least(${fullSessionExpiry}, ${sql.placeholder('invited_until')}::timestamptz)`,
    })
    .prepare('add_session'),
)

type SignedIn = {
  id: number
  password_hash: string | null
  changed_at: string | null
  /** When the one-time password expires with which the parent signs in; null without one. */
  invited_until: Date | null
}

/**
 * Opens a session for an account whose password or passkey was checked, registers its device, and mails the parent
 * about a device that the account does not know. `alsoWrite` runs in the same transaction.
 * @throws {HttpError} what `refusal` makes, if the password has changed since `changed_at` was read
 */
export async function openSession(
  context: DeviceContext,
  caller: Caller,
  { id: parent_id, password_hash, changed_at, invited_until }: SignedIn,
  refusal: () => Error,
  alsoWrite: (transaction: Queryable) => Promise<unknown> = () => Promise.resolve(),
) {
  const { db, tokens, links, client, address, userAgent, mails } = context
  const owner = { parent_id, session_id: randomId() }
  let isMailed = false
  const proof = await db.transaction(async (transaction) => {
    // `recordSignIn` comes first, because it locks the parent's row: a concurrent change of the password either
    // precedes it, and it returns no row, or waits for it and then ends the new session (R13).
    const [recorded] = await recordSignIn(transaction).execute({ ...owner, password_hash, changed_at })
    if (!recorded) throw refusal()
    await endOldestSessions(transaction, owner)
    await addSession(transaction).execute({ ...owner, client, ...deviceOf(userAgent, client), invited_until })
    await alsoWrite(transaction)
    await audit(transaction, { action: 'login', ...owner, address })
    // At the very first sign-in every device is new.
    isMailed = caller.device === undefined && !recorded.is_first
    if (isMailed) await queueMail(transaction, { kind: 'new_device', parent_id })
    return registerDevice(transaction, caller, parent_id, context)
  })
  if (isMailed) mails.wake()
  const parent = await readProfile(db, parent_id, (photo, school) =>
    links.photo(photo, owner.session_id, school),
  )
  if (!parent) throw refusal()
  context.proof.send(proof)
  return { jwt: tokens.sign(owner, accountLimits.sessionLifeDays * SECONDS_PER_DAY), parent }
}
