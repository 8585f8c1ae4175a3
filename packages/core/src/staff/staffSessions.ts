import { createHash, randomBytes } from 'node:crypto'
import type { StaffRole } from '@apoderados/contract/office/roles'
import { and, eq, gt, inArray, isNull, lt, ne, not, or, type SQL, sql } from 'drizzle-orm'
import { commitsAsynchronously } from '../accounts/access.ts'
import { deleteBatch } from '../db/client/deleteBatch.ts'
import { staffLimits } from '../db/client/limits.ts'
import { type Database, preparedQuery, type Queryable } from '../db/client/open.ts'
import { pick } from '../db/schema/pick.ts'
import { staffSchools, staffSessions } from '../db/tables/staff.ts'
import { randomId } from '../secrets/keys.ts'

const TOKEN_BYTES = 32
const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')
const minutesAgo = (minutes: number) => sql`now() - make_interval(mins => ${sql.raw(String(minutes))})`

/** Whether a session is valid. One from the future was opened while the clock was ahead. */
const isLive = and(
  gt(staffSessions.expires_at, sql`now()`),
  gt(staffSessions.last_seen_at, minutesAgo(staffLimits.sessionIdleMinutes)),
  lt(staffSessions.created_at, sql`now() + interval '1 minute'`),
) as SQL

/** The live session of a call. */
export type StaffSession = {
  session_id: string
  staff_id: number
  has_factor: boolean
  /** True if the second factor was proved within the last minutes; `confirmed_by` is null for a recovery code. */
  is_confirmed: boolean
  confirmed_by: string | null
  challenge: string | null
  totp_secret: string | null
  expires_at: Date
}

const findSession = preparedQuery((db) =>
  db
    .select({
      session_id: staffSessions.id,
      ...pick(
        staffSessions,
        'staff_id',
        'has_factor',
        'confirmed_by',
        'challenge',
        'totp_secret',
        'expires_at',
      ),
      is_confirmed: sql<boolean>`coalesce(${staffSessions.confirmed_at} > ${minutesAgo(staffLimits.confirmationMinutes)}, false)`,
      needs_touch: sql<boolean>`${staffSessions.last_seen_at} < ${minutesAgo(1)}`,
      role: staffSchools.role,
    })
    .from(staffSessions)
    .leftJoin(
      staffSchools,
      and(
        eq(staffSchools.staff_id, staffSessions.staff_id),
        eq(staffSchools.establishment_id, sql.placeholder('school_id')),
        isNull(staffSchools.ended_at),
      ),
    )
    .where(and(eq(staffSessions.token_hash, sql.placeholder('token_hash')), isLive))
    .prepare('staff_session'),
)

const touchSession = preparedQuery((db) =>
  db
    .update(staffSessions)
    .set({ last_seen_at: sql`now()` })
    .where(and(eq(staffSessions.id, sql.placeholder('session_id')), commitsAsynchronously))
    .prepare('touch_staff_session'),
)

/**
 * Returns the live session of the cookie's `token`, and the member's role at the school; null without role there. Each
 * call reads both again, so that an ended session or access takes effect at once (R1, R11).
 */
export async function readStaffSession(
  db: Queryable,
  token: string,
  school_id: number | null,
): Promise<{ session: StaffSession; role: StaffRole | null } | undefined> {
  const [found] = await findSession(db).execute({ token_hash: hashToken(token), school_id })
  if (!found) return undefined
  const { role, needs_touch, ...session } = found
  // A full disk makes this update fail; the read must still succeed.
  if (needs_touch)
    await touchSession(db)
      .execute({ session_id: session.session_id })
      .catch(() => undefined)
  return { session, role }
}

type NewSession = { staff_id: number; has_factor: boolean; confirmed_by?: string | null }

/**
 * Opens a session and returns the token of its cookie. Of the member's sessions of the same kind, the oldest ones end: a
 * stranger who knows only the password ends no session in use.
 */
export async function openStaffSession(
  transaction: Queryable,
  { staff_id, has_factor, confirmed_by = null }: NewSession,
): Promise<{ token: string; session_id: string; expires_at: Date }> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const session_id = randomId()
  const minutes = has_factor ? staffLimits.sessionHours * 60 : staffLimits.passwordSessionMinutes
  const isOfKind = and(eq(staffSessions.staff_id, staff_id), eq(staffSessions.has_factor, has_factor))
  const newest = transaction
    .select({ id: staffSessions.id })
    .from(staffSessions)
    .where(isOfKind)
    .orderBy(sql`${staffSessions.last_seen_at} desc`)
    .limit(staffLimits.sessionsPerMember - 1)
  await transaction.delete(staffSessions).where(and(isOfKind, not(inArray(staffSessions.id, newest))))
  const [opened] = await transaction
    .insert(staffSessions)
    .values({
      id: session_id,
      token_hash: hashToken(token),
      staff_id,
      has_factor,
      expires_at: sql`now() + make_interval(mins => ${minutes})`,
      confirmed_at: has_factor ? sql`now()` : null,
      confirmed_by,
    })
    .returning({ expires_at: staffSessions.expires_at })
  return { token, session_id, expires_at: (opened as { expires_at: Date }).expires_at }
}

/** Ends a session. Returns false if it had ended: of two concurrent uses of one session, one succeeds. */
export async function endStaffSession(db: Queryable, session_id: string): Promise<boolean> {
  const ended = await db
    .delete(staffSessions)
    .where(eq(staffSessions.id, session_id))
    .returning({ id: staffSessions.id })
  return ended.length > 0
}

/** Ends the sessions of a member, except `kept`. */
export const endStaffSessions = (transaction: Queryable, staff_id: number, kept = '') =>
  transaction
    .delete(staffSessions)
    .where(and(eq(staffSessions.staff_id, staff_id), ne(staffSessions.id, kept)))

/** Notes a proof of the second factor; `confirmed_by` is null for a recovery code. */
export const confirmStaffSession = (db: Queryable, session_id: string, confirmed_by: string | null) =>
  db
    .update(staffSessions)
    .set({ confirmed_at: sql`now()`, confirmed_by })
    .where(eq(staffSessions.id, session_id))

/** Stores what the next call of the session will be compared with: a challenge for a passkey, or a secret of TOTP. */
export const startFactorOfSession = (
  db: Queryable,
  session_id: string,
  started: { challenge: string } | { totp_secret: string },
) => db.update(staffSessions).set(started).where(eq(staffSessions.id, session_id))

/** Removes the session's challenge. Returns false if it was used before: a signature counts once. */
export async function useChallengeOfSession(
  db: Queryable,
  session_id: string,
  challenge: string,
): Promise<boolean> {
  const used = await db
    .update(staffSessions)
    .set({ challenge: null })
    .where(and(eq(staffSessions.id, session_id), eq(staffSessions.challenge, challenge)))
    .returning({ id: staffSessions.id })
  return used.length > 0
}

/** Removes a batch of the ended sessions, so that a clock that is set back does not make them valid again (P11). */
export const removeEndedStaffSessions = (db: Database) =>
  deleteBatch(
    db,
    staffSessions,
    or(
      lt(staffSessions.expires_at, sql`now()`),
      lt(staffSessions.last_seen_at, minutesAgo(staffLimits.sessionIdleMinutes)),
      gt(staffSessions.created_at, sql`now() + interval '1 minute'`),
    ) as SQL,
  )
