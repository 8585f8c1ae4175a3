import { and, eq, sql } from 'drizzle-orm'
import { limits } from '../config.ts'
import { prepared, type Queryable } from './open.ts'
import { parents, sessions, studentParents } from './schema.ts'
import { isLiveSession } from './sessions.ts'

const findSession = prepared((db) =>
  db
    .select({
      is_due: sql<boolean>`${sessions.last_seen_at} < now() - make_interval(mins => ${sql.raw(String(limits.lastSeenEveryMinutes))})`,
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
    .prepare('session'),
)

const touchSession = prepared((db) =>
  db
    .update(sessions)
    .set({ last_seen_at: sql`now()` })
    .where(eq(sessions.id, sql.placeholder('session_id')))
    .prepare('touch_session'),
)

const findLink = prepared((db) =>
  db
    .select({ linked: sql<number>`1` })
    .from(studentParents)
    .where(
      and(
        eq(studentParents.parent_id, sql.placeholder('parent_id')),
        eq(studentParents.student_id, sql.placeholder('student_id')),
        eq(studentParents.has_access, true),
      ),
    )
    .prepare('link'),
)

/** Looked up on every call, so that an ended session is dead at once in every process (R11). */
export async function isSessionLive(
  db: Queryable,
  owner: { session_id: string; parent_id: number },
): Promise<boolean> {
  const [session] = await findSession(db).execute(owner)
  // A full disk refuses the note and must not refuse the read.
  if (session?.is_due)
    await touchSession(db)
      .execute(owner)
      .catch(() => undefined)
  return session !== undefined
}

export async function isStudentLinked(
  db: Queryable,
  link: { parent_id: number; student_id: number },
): Promise<boolean> {
  const rows = await findLink(db).execute(link)
  return rows.length > 0
}
