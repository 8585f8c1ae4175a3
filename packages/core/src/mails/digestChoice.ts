import { type digestPeriods, QUIET_HOURS } from '@apoderados/contract/notifications'
import { sql } from 'drizzle-orm'
import type { Queryable } from '../db/client/open.ts'
import { notificationSettings } from '../db/tables/news.ts'
import { parents } from '../db/tables/people.ts'
import { isEnrollmentInForce } from '../students/enrollments.ts'

type DigestPeriod = (typeof digestPeriods)[number]

/**
 * How often the schools of the parent's current students send digests (mails that sum up news) by default, and since
 * when. If the schools differ, daily wins over weekly. There is no row for a parent who has never signed in, because
 * the e-mail from an imported list may be another person's.
 */
const schoolDefault = sql`lateral (
    select school.digest, school.digest_since
    from student_parents link
    join establishments school on school.id = link.establishment_id and school.digest <> 'never'
    where link.parent_id = ${parents.id} and link.has_access and ${parents.last_login_at} is not null
      and exists (select from enrollments enrollment where enrollment.establishment_id = link.establishment_id
        and enrollment.student_id = link.student_id and ${isEnrollmentInForce})
    order by school.digest = 'daily' desc, school.digest_since limit 1
  ) school_default`

/**
 * How often a parent gets a digest, since when, and whether the parent chose it. It is for a lateral join with
 * `parents` and `notification_settings`.
 */
export const digestInForce = sql`(
    select coalesce(${notificationSettings.digest}, school_default.digest, 'never') as digest,
      case when ${notificationSettings.digest} is null then school_default.digest_since
        else ${notificationSettings.digest_since} end as since,
      ${notificationSettings.digest} is not null as is_chosen
    from (values (true)) always left join ${schoolDefault} on true
  ) in_force`

/**
 * Saves how often the parent wants a digest, whatever the schools' default is. If the parent got none before, the first
 * one has no news from before the choice; otherwise the digests continue. A new row of settings gets the standard quiet
 * hours, which also apply without a row.
 */
export async function chooseDigest(db: Queryable, parent_id: number, digest: DigestPeriod): Promise<void> {
  const { quiet_from, quiet_until } = QUIET_HOURS
  await db.execute(sql`
    insert into ${notificationSettings} (parent_id, quiet_from, quiet_until, digest, digest_since)
    select ${parents.id}, ${quiet_from}::time, ${quiet_until}::time, ${digest}::text,
      case when ${digest}::text <> 'never' then coalesce(in_force.since, now()) end
    from ${parents}
    left join ${notificationSettings} on ${notificationSettings.parent_id} = ${parents.id}
    cross join lateral ${digestInForce}
    where ${parents.id} = ${parent_id}
    on conflict (parent_id) do update set digest = excluded.digest, digest_since = excluded.digest_since`)
}
