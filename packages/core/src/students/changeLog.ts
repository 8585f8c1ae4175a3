import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../db/client/open.ts'

/** The columns of `changes` that the caller of `appendChanges` selects, with their types. It computes the others. */
export const logColumns = {
  establishment_id: 'bigint',
  kind: 'text',
  enrollment_id: 'bigint',
  course_id: 'bigint',
  parent_id: 'bigint',
  item: 'text',
  course_subject_id: 'bigint',
  sub_period_id: 'bigint',
  day: 'date',
  title: 'text',
  old_value: 'text',
  new_value: 'text',
}

/** Whether a guardian's access to a student has ended. The app shows that at once, so it is not published as news. */
const isAccessEnd = sql`found.kind = 'account' and found.new_value is null`

/** From when families see a change as news, by the school's settings; null if never. */
const publicationTime = sql`case when ${isAccessEnd} then null else case setting.timing
    when 'at_once' then clock.now
    when 'after_hours' then clock.now + make_interval(hours => setting.hours)
    when 'at_time' then (local.at::date + setting.at_time
      + case when local.at::time < setting.at_time then interval '0' else interval '1 day' end)
      at time zone school.time_zone
  end end`

/**
 * Appends the changes that `select` returns, with the columns of `logColumns`, to the change log. Changes of a kind
 * that is imported for the first time are left out. A change that follows an unpublished change keeps its
 * `known_value`. `load_id` is the load that makes the changes.
 *
 * The `order by` makes PostgreSQL find the latest changes before it writes: with statistics of an empty table it may
 * scan all changes for each row.
 *
 * Call this at the end of the transaction. The changes get the time of the call, not of the transaction's start: what a
 * parent marks as read during a long import must not include changes that no parent could see.
 */
export async function appendChanges(
  db: Queryable,
  select: SQL,
  load_id: number | null = null,
): Promise<void> {
  const names = Object.keys(logColumns)
  const list = (prefix: string) => sql.raw(names.map((name) => prefix + name).join(', '))
  await db.execute(sql`with clock as materialized (select clock_timestamp() as now),
    logged as (insert into changes (${list('')}, known_value, changed_at, published_at, load_id)
    select ${list('found.')},
      case when ${isAccessEnd} then null when latest.is_unpublished then latest.known_value else found.old_value end,
      clock.now, ${publicationTime}, ${load_id}::bigint
    from (${select}) found
    cross join clock
    join news_settings setting on setting.establishment_id = found.establishment_id
      and setting.kind = found.kind and setting.since is not null
    join establishments school on school.id = found.establishment_id
    cross join lateral (select clock.now at time zone school.time_zone as at) local
    left join lateral (
      select earlier.known_value, earlier.published_at is null or earlier.published_at > clock.now as is_unpublished
      from changes earlier
      where earlier.establishment_id = found.establishment_id and earlier.kind = found.kind
        and earlier.item = found.item
      order by earlier.id desc limit 1) latest on true
    where found.old_value is distinct from found.new_value
    order by found.kind, found.item
    returning establishment_id, id, published_at)
    insert into due_news (establishment_id, change_id, published_at)
    select establishment_id, id, published_at from logged where published_at is not null`)
}
