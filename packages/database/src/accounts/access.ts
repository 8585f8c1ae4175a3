import { and, eq, exists, sql } from 'drizzle-orm'
import { accountLimits } from '../client/limits.ts'
import { prepared, type Queryable } from '../client/open.ts'
import { parents, sessions, studentParents } from '../schema/schema.ts'
import { isLiveSession } from './sessions.ts'

/**
 * Finds the session and whether its parent is linked to the student. One statement answers both, because each
 * call needs both.
 */
const findAccess = prepared((db) => {
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
 * Commits without waiting for the disk or a synchronous standby, for this transaction alone, so that reads are answered
 * also while no standby is connected. A crash may lose some minutes of `last_seen_at`.
 */
const commitsAsynchronously = sql`set_config('synchronous_commit', 'off', true) is not null`

const touchSession = prepared((db) =>
  db
    .update(sessions)
    .set({ last_seen_at: sql`now()` })
    .where(and(eq(sessions.id, sql.placeholder('session_id')), commitsAsynchronously))
    .prepare('touch_session'),
)

type AccessQuery = { session_id: string; parent_id: number; student_id: number | null }

/**
 * Reads whether the session is live and its parent is linked to the student. Every call reads both again, so that an
 * ended session or a removed link takes effect at once in every process (R1, R11). Returns undefined without a live
 * session. `isLinked` is false if `student_id` is null. The lookup is sent on `lookupDb`, the update of `last_seen_at`
 * on `db`.
 */
export async function readAccess(
  db: Queryable,
  query: AccessQuery,
  lookupDb: Queryable,
): Promise<{ isLinked: boolean } | undefined> {
  const [access] = await findAccess(lookupDb).execute(query)
  // A full disk makes this update fail; the read must still succeed.
  if (access?.needs_touch)
    await touchSession(db)
      .execute(query)
      .catch(() => undefined)
  return access && { isLinked: access.is_linked }
}
