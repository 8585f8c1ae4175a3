import { and, eq, exists, sql } from 'drizzle-orm'
import { accountLimits } from '../db/client/limits.ts'
import { preparedQuery, type Queryable } from '../db/client/open.ts'
import { sessions } from '../db/tables/accounts.ts'
import { parents, studentParents } from '../db/tables/people.ts'
import { isLiveSession } from './sessions.ts'

/** Finds a live session, and whether its parent has an open link to the student: each call needs both. */
const findAccess = preparedQuery((db) => {
  const link = db
    .select({ one: sql`1` })
    .from(studentParents)
    .where(
      and(
        eq(studentParents.parent_id, sessions.parent_id),
        eq(studentParents.student_id, sql.placeholder('student_id')),
        eq(studentParents.has_access, true),
      ),
    )
  return db
    .select({
      needs_touch: sql<boolean>`${sessions.last_seen_at} < now() - make_interval(mins => ${sql.raw(String(accountLimits.lastSeenEveryMinutes))})`,
      is_linked: sql<boolean>`${exists(link)}`,
    })
    .from(sessions)
    .innerJoin(parents, eq(parents.id, sessions.parent_id))
    .where(
      and(
        eq(sessions.id, sql.placeholder('session_id')),
        eq(sessions.parent_id, sql.placeholder('parent_id')),
        isLiveSession,
      ),
    )
    .prepare('access')
})

/**
 * Makes the transaction commit without waiting for the disk or a synchronous standby, so that calls are answered also
 * while no standby is connected. A crash may lose the commit: `last_seen_at` is then some minutes too old.
 */
export const commitsAsynchronously = sql`set_config('synchronous_commit', 'off', true) is not null`

/** Sets `last_seen_at` of a session to the current time. */
const touchSession = preparedQuery((db) =>
  db
    .update(sessions)
    .set({ last_seen_at: sql`now()` })
    .where(and(eq(sessions.id, sql.placeholder('session_id')), commitsAsynchronously))
    .prepare('touch_session'),
)

/**
 * Reads whether a session is live and whether its parent has an open link to the student. Every call with a session
 * reads both again, so that an ended session or a closed link takes effect at once in every process (R1, R11). Returns
 * undefined if the session is not live. `isLinked` is false if `student_id` is null.
 */
export async function readAccess(
  db: Queryable,
  query: { session_id: string; parent_id: number; student_id: number | null },
): Promise<{ isLinked: boolean } | undefined> {
  const [access] = await findAccess(db).execute(query)
  // A full disk makes this update fail; the read must still succeed.
  if (access?.needs_touch)
    await touchSession(db)
      .execute(query)
      .catch(() => undefined)
  return access && { isLinked: access.is_linked }
}
