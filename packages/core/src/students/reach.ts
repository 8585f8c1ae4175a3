import { sql } from 'drizzle-orm'
import { isLiveSession } from '../accounts/sessions.ts'
import type { Queryable } from '../db/client/open.ts'
import { sessions } from '../db/tables/accounts.ts'
import { pushTokens } from '../db/tables/messages.ts'
import { parents } from '../db/tables/people.ts'
import { isEnrollmentInForce } from './enrollments.ts'

/** Whether a row of `parents` has a device that shows notifications. */
export const hasDevice = sql`exists (select from ${sessions}
  join ${pushTokens} on ${pushTokens.session_id} = ${sessions.id}
  where ${sessions.parent_id} = ${parents.id} and ${isLiveSession})`

type CourseReach = {
  course_id: number
  course: string
  students: number
  phone: number
  mail: number
  nobody: number
  passwords_expire_at: Date | null
}

/** Returns for each course of a school how many of its students have a guardian who is reached, and how. */
export async function readReach(db: Queryable, school_id: number): Promise<CourseReach[]> {
  const { rows } = await db.execute<CourseReach>(sql`
    select course.id::float8 as course_id, course.name || ' ' || course.letter as course, count(*)::int as students,
      count(*) filter (where reach.has_device)::int as phone,
      count(*) filter (where reach.has_signed_in and not reach.has_device)::int as mail,
      count(*) filter (where not reach.has_signed_in)::int as nobody,
      max(reach.passwords_expire_at) filter (where not reach.has_signed_in) as passwords_expire_at
    from enrollments enrollment
    join establishments school on school.id = enrollment.establishment_id
    join courses course on course.establishment_id = enrollment.establishment_id and course.id = enrollment.course_id
    cross join lateral (
      select coalesce(bool_or(${hasDevice}), false) as has_device,
        coalesce(bool_or(${parents.last_login_at} is not null), false) as has_signed_in,
        max(invitation.expires_at) as passwords_expire_at
      from student_parents link
      join ${parents} on ${parents.id} = link.parent_id and ${parents.is_active}
      left join invitations invitation on invitation.parent_id = ${parents.id}
      where link.establishment_id = enrollment.establishment_id and link.student_id = enrollment.student_id
        and link.has_access
    ) reach
    where enrollment.establishment_id = ${school_id} and ${isEnrollmentInForce}
    group by course.id, course.name, course.letter
    order by nobody desc, course.name, course.letter`)
  return rows.map((row) => ({
    ...row,
    passwords_expire_at: row.passwords_expire_at && new Date(row.passwords_expire_at),
  }))
}
