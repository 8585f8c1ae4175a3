import { NEWS_DAYS } from '@apoderados/contract/news'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queryable } from '../db/client/open.ts'
import { isOfSame } from '../db/schema/schoolKeys.ts'
import { changes } from '../db/tables/news.ts'
import { type ElectivesOfOthers, isShownToStudent } from './electives.ts'
import { type familyEnrollments, lapsesOn } from './enrollments.ts'

type LinkedEnrollments = ReturnType<typeof familyEnrollments>

/**
 * Returns the changes that concern a linked student and have been public for at most `NEWS_DAYS`: those of the student,
 * those of the course, except in electives that the student does not take, and those of the whole school. A change that
 * was followed by another before it became public is left out, and so is one that restored what families knew, and a
 * notice that families do not see now. It is a union, because one condition with `or` would read the changes of other
 * schools.
 */
export function publishedChanges(db: Queryable, linked: LinkedEnrollments, others: ElectivesOfOthers) {
  const laterChange = alias(changes, 'later')
  const superseding = db
    .select({ one: sql`1` })
    .from(laterChange)
    .where(
      and(
        isOfSame(laterChange, changes, 'kind'),
        eq(laterChange.item, changes.item),
        sql`${laterChange.id} > ${changes.id}`,
        sql`${laterChange.changed_at} < ${changes.published_at}`,
      ),
    )
  const localDay = sql`(now() at time zone ${linked.time_zone})::date`
  const isShownNotice = sql`(${changes.kind} <> 'notice' or exists (select from notices notice
    where notice.establishment_id = ${changes.establishment_id}
      and notice.id = case when ${changes.kind} = 'notice' then ${changes.item}::bigint end
      and notice.state = 'sent' and coalesce(notice.ends_on >= ${localDay}, true)
      and ${localDay} < ${lapsesOn(linked.year)}))`
  const isShown = and(
    eq(changes.establishment_id, linked.establishment_id),
    sql`${changes.published_at} between now() - make_interval(days => ${sql.raw(String(NEWS_DAYS))}) and now()`,
    sql`${changes.known_value} is distinct from ${changes.new_value}`,
    sql`coalesce(${changes.parent_id} = ${sql.placeholder('parent_id')}, true)`,
    sql`not exists (${superseding})`,
    isShownNotice,
  )
  const select = (isConcerned: SQL | undefined) => db.select().from(changes).where(and(isConcerned, isShown))
  return select(eq(changes.enrollment_id, linked.enrollment_id))
    .unionAll(
      select(
        and(
          isNull(changes.enrollment_id),
          eq(changes.course_id, linked.course_id),
          isShownToStudent(changes.course_subject_id, others),
        ),
      ),
    )
    .unionAll(select(and(isNull(changes.enrollment_id), isNull(changes.course_id))))
    .as('change')
}
