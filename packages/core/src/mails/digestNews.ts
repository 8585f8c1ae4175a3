import type { NewsKind } from '@apoderados/contract/news'
import { and, asc, eq, not, sql } from 'drizzle-orm'
import { preparedQuery } from '../db/client/open.ts'
import { hasKey, isOfSame } from '../db/schema/schoolKeys.ts'
import { mutedNews } from '../db/tables/news.ts'
import { students } from '../db/tables/people.ts'
import { electivesOfOthers } from '../students/electives.ts'
import { familyEnrollments } from '../students/enrollments.ts'
import { publishedChanges } from '../students/publishedChanges.ts'

/** Counts a parent's news published after `since` and until `until`, by student and kind, without the muted kinds. */
export const findDigestNews = preparedQuery((db) => {
  const linked = familyEnrollments(db)
  const others = electivesOfOthers(db, linked)
  const change = publishedChanges(db, linked, others)
  const isMuted = sql`exists (select 1 from ${mutedNews} where ${and(
    eq(mutedNews.parent_id, sql.placeholder('parent_id')),
    isOfSame(mutedNews, linked, 'student_id'),
    eq(mutedNews.kind, change.kind),
  )})`
  /** The student's first name that the family may read: the social name only if the school has confirmed it. */
  const name = sql<string>`coalesce(nullif(case when ${students.shows_social_name} then ${students.social_name} end, ''),
    ${students.name})`
  return db
    .select({
      student_id: linked.student_id,
      name,
      kind: sql<NewsKind>`${change.kind}`,
      count: sql<number>`count(*)::int`,
      are_added: sql<boolean>`bool_and(${change.known_value} is null)`,
    })
    .from(linked)
    .innerJoin(students, hasKey(students, linked, linked.student_id))
    .crossJoinLateral(others)
    .crossJoinLateral(change)
    .where(
      and(
        sql`${change.published_at} > ${sql.placeholder('since')}::timestamptz`,
        sql`${change.published_at} <= ${sql.placeholder('until')}::timestamptz`,
        not(isMuted),
      ),
    )
    .groupBy(linked.student_id, students.shows_social_name, students.social_name, students.name, change.kind)
    .orderBy(asc(linked.student_id), asc(change.kind))
    .prepare('digest_news')
})
