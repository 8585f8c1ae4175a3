import { serverMessages } from '@apoderados/contract/messages'
import { NEWS_MAX, type NewsItem, newsKinds } from '@apoderados/contract/news'
import { preparedQuery } from '@apoderados/core/db/client/open'
import { hasKey, isOfSame } from '@apoderados/core/db/schema/schoolKeys'
import { newsReads } from '@apoderados/core/db/tables/news'
import { parents, studentParents } from '@apoderados/core/db/tables/people'
import { courseSubjects } from '@apoderados/core/db/tables/schools'
import { electivesOfOthers } from '@apoderados/core/students/electives'
import { familyEnrollments } from '@apoderados/core/students/enrollments'
import { publishedChanges } from '@apoderados/core/students/publishedChanges'
import { momentAtSchool } from '@apoderados/core/students/schoolMoment'
import { and, desc, eq, type SQLWrapper, sql } from 'drizzle-orm'
import type { Handlers } from '../../http/context.ts'
import { notFoundError } from '../../http/errors.ts'

/** How many ids of news that were read one by one are kept for each parent, student and kind: the latest ones. */
const READ_IDS_MAX = 500

/** Finds the published changes of a parent's students, newest first. Those before the confirmation count as read. */
const findNews = preparedQuery((db) => {
  const linked = familyEnrollments(db)
  const others = electivesOfOthers(db, linked)
  const change = publishedChanges(db, linked, others)
  // Compares whole seconds: the app marks news as read up to a time from a response, and the times in responses have no
  // fractions of a second.
  const isUnread = sql<boolean>`(date_trunc('second', ${change.published_at}) > coalesce(${newsReads.read_until},
    ${parents.account_confirmed_at}, ${parents.created_at})
    and ${change.id} <> all(coalesce(${newsReads.read_ids}, '{}')))`
  /** SQL for a value of these kinds, or null: other values, such as hashes, mean nothing to a family. */
  const shownValue = (value: SQLWrapper) =>
    sql<string | null>`case when ${change.kind} in ('grade', 'observation', 'arrear', 'notice')
      or ${change.kind} = 'absence' and ${value} in ('justified', 'rejected') then ${value} end`
  return db
    .select({
      id: change.id,
      student_id: linked.student_id,
      kind: change.kind,
      change: sql<NewsItem['change']>`case when ${change.known_value} is null then 'added'
        when ${change.new_value} is null then 'removed' else 'changed' end`,
      title: sql<
        string | null
      >`case when ${change.kind} = 'notice' then (select notice.title from notices notice
        where notice.establishment_id = ${change.establishment_id} and notice.id = ${change.item}::bigint)
        else nullif(${change.title}, '') end`,
      subject: courseSubjects.name,
      day: change.day,
      old_value: shownValue(change.known_value),
      new_value: shownValue(change.new_value),
      published_at: momentAtSchool(change.published_at, linked.time_zone),
      is_unread: isUnread,
      sub_period_id: change.sub_period_id,
      course_subject_id: change.course_subject_id,
      item_id: sql<
        number | null
      >`case when ${change.kind} = 'grade' then split_part(${change.item}, '/', 2)::float8
        when ${change.kind} in ('observation', 'arrear', 'event', 'document', 'notice') then ${change.item}::float8 end`,
      unread: sql<number>`(count(*) filter (where ${isUnread}) over ())::int`,
    })
    .from(linked)
    .innerJoin(parents, eq(parents.id, sql.placeholder('parent_id')))
    .crossJoinLateral(others)
    .crossJoinLateral(change)
    .leftJoin(courseSubjects, hasKey(courseSubjects, change, change.course_subject_id))
    .leftJoin(
      newsReads,
      and(
        eq(newsReads.parent_id, sql.placeholder('parent_id')),
        isOfSame(newsReads, linked, 'student_id'),
        eq(newsReads.kind, change.kind),
      ),
    )
    .orderBy(desc(change.published_at), desc(change.id), linked.student_id)
    .limit(NEWS_MAX)
    .prepare('news')
})

export const newsHandlers = {
  async getNews(_request, { db, parent_id }) {
    const rows = await findNews(db).execute({ parent_id })
    return { unread: rows[0]?.unread ?? 0, news: rows.map(({ unread: _, ...item }) => item) }
  },

  /** Marks a student's news up to a time as read. A later mark stays, and a time in the future counts as now. */
  async markNewsRead({ student_id, kind, until, ids }, { db, parent_id }) {
    const kinds = kind === null ? [...newsKinds] : [kind]
    const { rowCount } = await db.execute(sql`
      insert into ${newsReads} (parent_id, establishment_id, student_id, kind, read_until, read_ids)
      select link.parent_id, link.establishment_id, link.student_id, kind,
        ${ids ? sql`coalesce(parent.account_confirmed_at, parent.created_at)` : sql`least(${until}::timestamptz, now())`},
        ${sql.param(ids ?? [])}::bigint[]
      from ${studentParents} link join ${parents} parent on parent.id = link.parent_id
        cross join unnest(${sql.param(kinds)}::text[]) kind
      where link.parent_id = ${parent_id} and link.student_id = ${student_id} and link.has_access
      on conflict (parent_id, establishment_id, student_id, kind) do update
        set read_until = greatest(${newsReads}.read_until, excluded.read_until),
          read_ids = array(select distinct id from unnest(${newsReads}.read_ids || excluded.read_ids) id
            order by id desc limit ${READ_IDS_MAX})`)
    if (!rowCount) throw notFoundError() // the parent has no open link to the student
    return { success: true, message: serverMessages.newsRead }
  },
} satisfies Partial<Handlers>
