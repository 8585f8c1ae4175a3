import type { Reach } from '@apoderados/contract/office/people'
import type { ParentType } from '@apoderados/contract/profile'
import { sql } from 'drizzle-orm'
import type { Queryable } from '../db/client/open.ts'
import { sessions } from '../db/tables/accounts.ts'
import { pushTokens } from '../db/tables/messages.ts'
import { parents } from '../db/tables/people.ts'
import { isEnrollmentInForce } from '../students/enrollments.ts'
import { isElsewhere, lastUsedAt, reachOfParent, studentName } from './courseFamilies.ts'
import { courseOfStudent } from './search.ts'

type StudentKey = { school_id: number; student_id: number }

type StudentRow = {
  id: number
  name: string
  last_name: string
  second_last_name: string | null
  social_name: string | null
  shows_social_name: boolean
  rut: string | null
  rut_dv: string | null
  birthday: string | null
  gender: string | null
  course: { id: number; name: string; list_number: number; enrolled_on: string } | null
  shares_photo: boolean
}

/** Returns a student of a school with the current enrollment; undefined if the school has no such student. */
export async function readStudent(
  db: Queryable,
  { school_id, student_id }: StudentKey,
): Promise<StudentRow | undefined> {
  const { rows } = await db.execute<StudentRow>(sql`
    select student.id::float8 as id, student.name, student.last_name, student.second_last_name, student.social_name,
      student.shows_social_name, student.rut, student.rut_dv, student.birthday::text, student.gender, place.course,
      coalesce(place.shares_photo, false) as shares_photo
    from students student
    left join lateral (
      select enrollment.shares_photo, json_build_object('id', course.id, 'name', course.name || ' ' || course.letter,
        'list_number', enrollment.list_number, 'enrolled_on', enrollment.enrolled_on) as course
      from enrollments enrollment
      join establishments school on school.id = enrollment.establishment_id
      join courses course on course.establishment_id = enrollment.establishment_id and course.id = enrollment.course_id
      where enrollment.establishment_id = student.establishment_id and enrollment.student_id = student.id
        and ${isEnrollmentInForce}
      order by enrollment.year desc limit 1
    ) place on true
    where student.establishment_id = ${school_id} and student.id = ${student_id}`)
  return rows[0]
}

type GuardianRow = {
  id: number
  name: string
  last_name: string
  phone: string | null
  parent_type: ParentType
  other_type: string | null
  rut: string | null
  rut_dv: string | null
  foreign_document: string | null
  email: string
  permission: string | null
  financial_proxy: boolean
  is_legal_representative: boolean
  has_access: boolean
  no_access_reason: string | null
  blocked_at: string | null
  blocked_by: string | null
  is_active: boolean
  has_password: boolean
  invited_until: string | null
  last_used_at: string | null
  reach: Reach
  devices: number
  shares_phone: boolean
  shares_email: boolean
  is_elsewhere: boolean
  other_students: { id: number; name: string; course: string | null }[]
}

const json = (moment: unknown) => sql`to_json(${moment}) #>> '{}'`

/** Returns the guardians of a student, with and without access. */
export async function readStudentGuardians(
  db: Queryable,
  { school_id, student_id }: StudentKey,
): Promise<GuardianRow[]> {
  const { rows } = await db.execute<GuardianRow>(sql`
    select ${parents.id}::float8 as id, ${parents.name}, ${parents.last_name}, ${parents.phone}, ${parents.rut},
      ${parents.rut_dv}, ${parents.foreign_document}, ${parents.email}, ${parents.permission}, ${parents.is_active},
      ${parents.shares_phone}, ${parents.shares_email}, link.parent_type, link.other_type, link.financial_proxy,
      link.is_legal_representative, link.has_access, link.no_access_reason, ${json(sql`blocking.at`)} as blocked_at, blocking.by as blocked_by,
      ${parents.password_hash} is not null as has_password, ${json(sql`invitation.expires_at`)} as invited_until,
      ${json(lastUsedAt)} as last_used_at, ${reachOfParent} as reach,
      (select count(*)::int from ${sessions} join ${pushTokens} on ${pushTokens.session_id} = ${sessions.id}
        where ${sessions.parent_id} = ${parents.id} and ${sessions.revoked_at} is null) as devices,
      ${isElsewhere} as is_elsewhere,
      coalesce((select json_agg(json_build_object('id', student.id, 'name', ${studentName}, 'course', ${courseOfStudent}))
        from student_parents other
        join students student on student.establishment_id = other.establishment_id and student.id = other.student_id
        where other.parent_id = link.parent_id and other.establishment_id = link.establishment_id
          and other.student_id <> link.student_id), '[]') as other_students
    from student_parents link
    join ${parents} on ${parents.id} = link.parent_id
    left join invitations invitation on invitation.parent_id = ${parents.id}
      and ${parents.password_hash} is null and invitation.expires_at > now()
    left join lateral (
      select line.at, staff.name as by from audit_log line left join staff on staff.id = line.staff_id
      where line.parent_id = link.parent_id and line.student_id = link.student_id
        and line.establishment_id = link.establishment_id and line.action = 'people_access_blocked' and not link.has_access
      order by line.at desc limit 1
    ) blocking on true
    where link.establishment_id = ${school_id} and link.student_id = ${student_id}
    order by link.has_access desc, ${parents.last_name}, ${parents.name}, ${parents.id}`)
  return rows
}
