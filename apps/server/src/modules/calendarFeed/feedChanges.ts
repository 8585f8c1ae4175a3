import { preparedQuery } from '@apoderados/core/db/client/open'
import { pick } from '@apoderados/core/db/schema/pick'
import { calendarFeeds } from '@apoderados/core/db/tables/accounts'
import { studentParents } from '@apoderados/core/db/tables/people'
import { and, eq, sql } from 'drizzle-orm'

/** The condition that a row is of the parent and the student of the call. */
const isRequested = (table: typeof calendarFeeds | typeof studentParents) =>
  and(eq(table.parent_id, sql.placeholder('parent_id')), eq(table.student_id, sql.placeholder('student_id')))

const isoTimeExpression = (column: typeof calendarFeeds.created_at | typeof calendarFeeds.last_read_at) =>
  sql<string | null>`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

/**
 * Finds when the parent's calendar address for the student was created and last read. With the school, PostgreSQL uses
 * the whole primary key, and reads one part of a table that is partitioned by school.
 */
export const findFeedTimes = preparedQuery((db) => {
  const school = db
    .select({ establishment_id: studentParents.establishment_id })
    .from(studentParents)
    .where(isRequested(studentParents))
  return db
    .select({
      created_at: isoTimeExpression(calendarFeeds.created_at),
      last_read_at: isoTimeExpression(calendarFeeds.last_read_at),
    })
    .from(calendarFeeds)
    .where(and(isRequested(calendarFeeds), eq(calendarFeeds.establishment_id, school)))
    .prepare('calendar_feed_times')
})

/** Creates or replaces the parent's calendar address for the student. Returns no row if the parent has no access. */
export const saveFeed = preparedQuery((db) => {
  const secret_hash = sql`${sql.placeholder('secret_hash')}::text`
  const link = db
    .select({
      ...pick(studentParents, 'parent_id', 'establishment_id', 'student_id'),
      secret_hash: sql`${secret_hash}`.as('secret_hash'),
      created_at: sql`now()`.as('created_at'),
      last_read_at: sql`null::timestamptz`.as('last_read_at'),
    })
    .from(studentParents)
    .where(and(isRequested(studentParents), eq(studentParents.has_access, true)))
  return db
    .insert(calendarFeeds)
    .select(link)
    .onConflictDoUpdate({
      target: [calendarFeeds.parent_id, calendarFeeds.establishment_id, calendarFeeds.student_id],
      set: { secret_hash: sql`excluded.secret_hash`, created_at: sql`now()`, last_read_at: null },
    })
    .returning({ student_id: calendarFeeds.student_id })
    .prepare('save_calendar_feed')
})

export const deleteFeed = preparedQuery((db) =>
  db
    .delete(calendarFeeds)
    .where(isRequested(calendarFeeds))
    .returning({ student_id: calendarFeeds.student_id })
    .prepare('delete_calendar_feed'),
)
