import { and, eq, exists, sql } from 'drizzle-orm'
import { accountLimits } from '../client/limits.ts'
import { prepared, type Queryable } from '../client/open.ts'
import { parents, sessions, studentParents } from '../schema/schema.ts'
import { isLiveSession } from './sessions.ts'

/** The session, and whether its parent is linked to the student asked about: one look, as each call needs both. */
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
      is_due: sql<boolean>`${sessions.last_seen_at} < now() - make_interval(mins => ${sql.raw(String(accountLimits.lastSeenEveryMinutes))})`,
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

const touchSession = prepared((db) =>
  db
    .update(sessions)
    .set({ last_seen_at: sql`now()` })
    .where(eq(sessions.id, sql.placeholder('session_id')))
    .prepare('touch_session'),
)

type AccessQuery = { session_id: string; parent_id: number; student_id: number | null }

/**
 * Looked up on every call, so that an ended session and a removed link are dead at once in every process (R1, R11).
 * Undefined without a live session; `isLinked` is false for no student. `on` is where the look itself is sent.
 */
export async function readAccess(
  db: Queryable,
  asked: AccessQuery,
  on: Queryable,
): Promise<{ isLinked: boolean } | undefined> {
  const [access] = await findAccess(on).execute(asked)
  // A full disk refuses the note and must not refuse the read.
  if (access?.is_due)
    await touchSession(db)
      .execute(asked)
      .catch(() => undefined)
  return access && { isLinked: access.is_linked }
}
