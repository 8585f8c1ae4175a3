import { changeKinds } from '@apoderados/contract/news'
import type { Queryable } from '@apoderados/core/db/client/open'
import { sql } from 'drizzle-orm'

/** The demo has news of the records of this many past days, and of events of as many coming days. */
const NEWS_DAYS = 10

/** Returns functions that write SQL about a day, relative to `now`, the moment at which the demo is loaded. */
function dayExpressionsAt(now: Date) {
  const moment = `timestamptz '${now.toISOString()}'`
  const today = `(${moment} at time zone 'America/Santiago')::date`
  return {
    isRecent: (day: string) => sql.raw(`${day} between ${today} - ${NEWS_DAYS} and ${today}`),
    isAhead: (day: string) => sql.raw(`${day} between ${today} and ${today} + ${NEWS_DAYS}`),
    /** When the records of a day became public: at 17:00, or a minute before `now` if 17:00 is still to come. */
    publishedOn: (day: string) =>
      sql.raw(
        `least((${day} + time '17:00') at time zone 'America/Santiago', ${moment} - interval '1 minute')`,
      ),
  }
}

/**
 * Switches on all news of the demo's schools, and writes the change log that they would have if they had imported the
 * records of the last days day by day. About one in twenty grades was corrected: it was three tenths lower at first, or
 * three tenths higher if it is 2.0 or less.
 */
export async function insertDemoNews(db: Queryable, now: Date): Promise<void> {
  const { isRecent, isAhead, publishedOn } = dayExpressionsAt(now)
  await db.execute(sql`
    insert into news_settings (establishment_id, kind, since, timing, at_time)
    select school.id, kind, now(), case kind when 'observation' then 'at_time' else 'at_once' end,
      case kind when 'observation' then time '18:00' end
    from establishments school cross join unnest(${sql.param([...changeKinds])}::text[]) kind`)
  await db.execute(sql`
    insert into changes (establishment_id, kind, enrollment_id, item, course_subject_id, sub_period_id, day, title,
      old_value, new_value, known_value, changed_at, published_at)
    select grade.establishment_id, 'grade', grade.enrollment_id, grade.enrollment_id || '/' || assessment.id,
      assessment.course_subject_id, assessment.sub_period_id, assessment.held_on, assessment.name, before.value,
      coalesce(to_char(grade.tenths / 10.0, 'FM0.0'), grade.concept), before.value,
      ${publishedOn('assessment.held_on')}, ${publishedOn('assessment.held_on')}
    from assessments assessment
    join grades grade on grade.establishment_id = assessment.establishment_id and grade.assessment_id = assessment.id
    cross join lateral (select case when (grade.enrollment_id + assessment.id) % 20 = 0
      then to_char((grade.tenths + case when grade.tenths > 20 then -3 else 3 end) / 10.0, 'FM0.0') end as value) before
    where ${isRecent('assessment.held_on')}`)
  await db.execute(sql`
    insert into changes (establishment_id, kind, enrollment_id, item, course_subject_id, day, title, new_value,
      changed_at, published_at)
    select establishment_id, 'observation', enrollment_id, id::text, course_subject_id, date, description, event_type,
      ${publishedOn('date')}, ${publishedOn('date')}
    from observations where ${isRecent('date')}`)
  await db.execute(sql`
    insert into changes (establishment_id, kind, enrollment_id, item, day, new_value, changed_at, published_at)
    select establishment_id, 'arrear', enrollment_id, id::text, day, status, ${publishedOn('day')},
      ${publishedOn('day')}
    from arrears cross join lateral (select (date_late at time zone 'America/Santiago')::date as day) clock
    where ${isRecent('day')}
    union all
    select establishment_id, 'absence', enrollment_id, enrollment_id || '/' || day, day, status, ${publishedOn('day')},
      ${publishedOn('day')}
    from attendance where status = 'absent' and ${isRecent('day')}`)
  await db.execute(sql`
    insert into changes (establishment_id, kind, course_id, item, course_subject_id, day, title, new_value, changed_at,
      published_at)
    select establishment_id, 'event', course_id, id::text, course_subject_id, day, title, title,
      ${publishedOn('day - 8')}, ${publishedOn('day - 8')}
    from events where ${isAhead('day')} and id % 3 = 0`)
}
