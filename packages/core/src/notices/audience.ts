import { sql } from 'drizzle-orm'
import { isLiveSession } from '../accounts/sessions.ts'
import type { Queryable } from '../db/client/open.ts'
import { sessions } from '../db/tables/accounts.ts'
import { pushTokens } from '../db/tables/messages.ts'
import { notificationSettings } from '../db/tables/news.ts'
import { parents } from '../db/tables/people.ts'
import { digestInForce } from '../mails/digestChoice.ts'
import { isEnrollmentInForce } from '../students/enrollments.ts'

export type NoticeId = { school_id: number; notice_id: number }

const isForEnrollment = sql`case notice.audience when 'school' then true
  when 'families' then enrollment.student_id = any(notice.student_ids)
  else enrollment.course_id = any(notice.course_ids) end`

/** The enrollments whose families a notice is for, for a `from` clause: with the aliases notice, school, enrollment. */
export const noticeEnrollments = sql`notices notice
  join establishments school on school.id = notice.establishment_id
  join enrollments enrollment on enrollment.establishment_id = notice.establishment_id
    and ${isForEnrollment} and ${isEnrollmentInForce}`

/** Whether families see a notice now. It is for statements with the aliases `notice` and `school`. */
export const isShownToFamilies = sql`notice.state = 'sent'
  and (notice.ends_on is null or notice.ends_on >= (now() at time zone school.time_zone)::date)`

export const isNotice = ({ school_id, notice_id }: NoticeId) =>
  sql`notice.establishment_id = ${school_id} and notice.id = ${notice_id}`

const studentName = sql.raw(
  `concat_ws(' ', coalesce(nullif(case when student.shows_social_name then student.social_name end, ''), student.name), student.last_name)`,
)
const courseName = sql.raw(`course.name || ' ' || course.letter`)

/** The name and the course of a student, for statements with the aliases `student` and `course`. */
export const shownNames = { student: studentName, course: courseName }

type Reach = {
  students: number
  guardians: number
  push: number
  mail: number
  app: number
  nobody: number
  unreached_total: number
  unreached: { student: string; course: string }[]
  sample: { guardian: string; student: string; course: string } | null
}

const UNREACHED_SHOWN = 200

/**
 * Returns how a notice would reach its audience now. A guardian counts once, by the first way that there is;
 * who has switched notices off is told in the app alone.
 */
export async function readReach(db: Queryable, notice: NoticeId): Promise<Reach> {
  const { rows } = await db.execute<Reach>(sql`
    with audience as materialized (
      select enrollment.establishment_id, enrollment.student_id, enrollment.course_id
      from ${noticeEnrollments} where ${isNotice(notice)}
    ), linked as materialized (
      select audience.student_id, link.parent_id, exists (select from muted_news muted
          where muted.parent_id = link.parent_id and muted.establishment_id = link.establishment_id
            and muted.student_id = link.student_id and muted.kind = 'notice') as is_muted
      from audience join student_parents link on link.establishment_id = audience.establishment_id
        and link.student_id = audience.student_id and link.has_access
    ), guardian as materialized (
      select ${parents.id} as parent_id, ${parents.name} || ' ' || ${parents.last_name} as name,
        case when is_told and exists (select from ${sessions} join ${pushTokens} on ${pushTokens.session_id} = ${sessions.id}
            where ${sessions.parent_id} = ${parents.id} and ${isLiveSession}) then 'push'
          when is_told and in_force.digest <> 'never' then 'mail'
          when ${parents.last_login_at} is not null then 'app' else 'nobody' end as way
      from (select parent_id, bool_or(not is_muted) as is_told from linked group by parent_id) wanted
      join ${parents} on ${parents.id} = wanted.parent_id and ${parents.is_active}
      left join ${notificationSettings} on ${notificationSettings.parent_id} = ${parents.id}
      cross join lateral ${digestInForce}
    ), unreached as (
      select ${shownNames.student} as student, ${shownNames.course} as course
      from audience
      join students student on student.establishment_id = audience.establishment_id and student.id = audience.student_id
      join courses course on course.establishment_id = audience.establishment_id and course.id = audience.course_id
      where not exists (select from linked join guardian using (parent_id)
        where linked.student_id = audience.student_id and guardian.way <> 'nobody')
    )
    select (select count(*)::int from audience) as students, (select count(*)::int from guardian) as guardians,
      (select count(*)::int from guardian where way = 'push') as push,
      (select count(*)::int from guardian where way = 'mail') as mail,
      (select count(*)::int from guardian where way = 'app') as app,
      (select count(*)::int from guardian where way = 'nobody') as nobody,
      (select count(*)::int from unreached) as unreached_total,
      coalesce((select json_agg(row_to_json(first)) from (
        select * from unreached order by course, student limit ${UNREACHED_SHOWN}) first), '[]') as unreached,
      (select json_build_object('guardian', guardian.name, 'student', ${shownNames.student},
          'course', ${shownNames.course})
        from audience join linked using (student_id) join guardian using (parent_id)
        join students student on student.establishment_id = audience.establishment_id
          and student.id = audience.student_id
        join courses course on course.establishment_id = audience.establishment_id and course.id = audience.course_id
        order by audience.student_id, guardian.parent_id limit 1) as sample`)
  return rows[0] as Reach
}

/** Returns the courses that have students now. */
export async function readNoticeCourses(db: Queryable, school_id: number) {
  const { rows } = await db.execute<{ id: number; level: string; letter: string; students: number }>(sql`
    select course.id::float8 as id, course.name as level, course.letter, count(*)::int as students
    from establishments school
    join enrollments enrollment on enrollment.establishment_id = school.id and ${isEnrollmentInForce}
    join courses course on course.establishment_id = enrollment.establishment_id and course.id = enrollment.course_id
    where school.id = ${school_id} group by course.id, course.name, course.letter`)
  return rows
}

const FAMILIES_FOUND_MAX = 20

/** Returns students by a part of the name or by the RUT without dots. */
export async function findNoticeStudents(
  db: Queryable,
  school_id: number,
  { text = '', ids = [] }: { text?: string; ids?: number[] },
) {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  const digits = text.replace(/[.\s]/g, '').replace(/-[\dkK]$/, '')
  const { rows } = await db.execute<{ id: number; name: string; course: string }>(sql`
    select student.id::float8 as id, ${shownNames.student} as name, ${shownNames.course} as course
    from establishments school
    join enrollments enrollment on enrollment.establishment_id = school.id and ${isEnrollmentInForce}
    join students student on student.establishment_id = school.id and student.id = enrollment.student_id
    join courses course on course.establishment_id = school.id and course.id = enrollment.course_id
    where school.id = ${school_id} and (student.id = any(${sql.param(ids)}::bigint[])
      or ${text} <> '' and (${shownNames.student} ilike ${pattern} or student.rut = ${digits}))
    order by 2 limit ${FAMILIES_FOUND_MAX + ids.length}`)
  return rows
}
