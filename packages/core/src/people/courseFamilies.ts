import type { CourseGuardian, Reach } from '@apoderados/contract/office/people'
import { sql } from 'drizzle-orm'
import type { Queryable } from '../db/client/open.ts'
import { sessions } from '../db/tables/accounts.ts'
import { parents } from '../db/tables/people.ts'
import { isEnrollmentInForce } from '../students/enrollments.ts'
import { hasDevice } from '../students/reach.ts'

/** When a guardian used the app last: sessions last for weeks after a sign-in. */
export const lastUsedAt = sql`greatest(${parents.last_login_at},
  (select max(${sessions.last_seen_at}) from ${sessions} where ${sessions.parent_id} = ${parents.id}))`

/** How news reach a guardian. */
export const reachOfParent = sql`case when ${hasDevice} then 'phone'
  when ${parents.last_login_at} is not null then 'mail' else 'nobody' end`

/** Whether a guardian with the link `link` may get a one-time password. */
export const isInvitable = sql`(link.has_access and ${parents.is_active} and ${parents.password_hash} is null)`

/** Whether the guardian with the link `link` has a student in another school. */
export const isElsewhere = sql`exists (select from student_parents other
  where other.parent_id = link.parent_id and other.establishment_id <> link.establishment_id)`

/** A name as a list shows it. */
export const studentName = sql`concat_ws(' ', student.name, student.last_name, student.second_last_name)`
export const parentName = sql`concat_ws(' ', ${parents.name}, nullif(${parents.last_name}, ''))`

/** Returns how many guardians have access to an enrolled student of the school. */
export async function countGuardians(db: Queryable, school_id: number): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(distinct link.parent_id)::int as count
    from enrollments enrollment
    join establishments school on school.id = enrollment.establishment_id
    join student_parents link on link.establishment_id = enrollment.establishment_id
      and link.student_id = enrollment.student_id and link.has_access
    where enrollment.establishment_id = ${school_id} and ${isEnrollmentInForce}`)
  return rows[0]?.count ?? 0
}

export async function readCourseName(
  db: Queryable,
  { school_id, course_id }: { school_id: number; course_id: number },
): Promise<string | undefined> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select name || ' ' || letter as name from courses where establishment_id = ${school_id} and id = ${course_id}`)
  return rows[0]?.name
}

type CourseRow = {
  id: number
  list_number: number
  name: string
  rut: string | null
  rut_dv: string | null
  guardians: CourseGuardian[]
  last_used_at: string | null
  reach: Reach
}

/** Returns the students enrolled in a course, in the order of its list, with their guardians. */
export async function readCourseStudents(
  db: Queryable,
  { school_id, course_id }: { school_id: number; course_id: number },
): Promise<CourseRow[]> {
  const { rows } = await db.execute<CourseRow>(sql`
    select student.id::float8 as id, enrollment.list_number, ${studentName} as name, student.rut, student.rut_dv,
      coalesce(family.guardians, '[]') as guardians, to_json(family.last_used_at) #>> '{}' as last_used_at,
      case when family.has_device then 'phone' when family.has_signed_in then 'mail' else 'nobody' end as reach
    from enrollments enrollment
    join establishments school on school.id = enrollment.establishment_id
    join students student on student.establishment_id = enrollment.establishment_id
      and student.id = enrollment.student_id
    cross join lateral (
      select json_agg(json_build_object('id', ${parents.id}, 'name', ${parentName}, 'phone', ${parents.phone},
          'parent_type', link.parent_type, 'other_type', link.other_type, 'has_access', link.has_access,
          'is_invitable', ${isInvitable}, 'is_elsewhere', ${isElsewhere}, 'invited_until', invitation.expires_at)
          order by ${parents.last_name}, ${parents.name}, ${parents.id}) as guardians,
        max(${lastUsedAt}) filter (where link.has_access) as last_used_at,
        bool_or(link.has_access and ${parents.is_active} and ${parents.last_login_at} is not null) as has_signed_in,
        bool_or(link.has_access and ${hasDevice}) as has_device
      from student_parents link
      join ${parents} on ${parents.id} = link.parent_id
      left join invitations invitation on invitation.parent_id = ${parents.id}
        and ${parents.password_hash} is null and invitation.expires_at > now()
      where link.establishment_id = enrollment.establishment_id and link.student_id = enrollment.student_id
    ) family
    where enrollment.establishment_id = ${school_id} and enrollment.course_id = ${course_id} and ${isEnrollmentInForce}
    order by enrollment.list_number`)
  return rows
}
