import { sql } from 'drizzle-orm'
import { type Database, preparedQuery, type Queryable } from '../db/client/open.ts'
import { preparedStatement } from '../db/client/preparedStatement.ts'
import { parents } from '../db/tables/people.ts'
import { isStudentBlocked } from './blocks.ts'
import { AGE_OF_OWN_RIGHTS } from './dataRequests.ts'

type Shown = { is_granted: boolean; since: string | null }
export type PrivacyRow = {
  phone: Shown
  email: Shown
  students: {
    student_id: number
    establishment_id: number
    photo: Shown
    is_representative: boolean
    may_ask: boolean
  }[]
  schools: { id: number; name: string; controller: string | null; contact: string | null }[]
}

/** The day of the last consent of a kind whose choice is the one in force. */
const since = (
  condition: ReturnType<typeof sql>,
) => sql`(select (max(given.at) at time zone 'America/Santiago')::date::text
  from consents given where ${condition})`

const privacyQuery = preparedQuery((db) => {
  // Drizzle writes a column without its table, which an inner query would take for its own: the parent is the placeholder.
  const parent_id = sql.placeholder('parent_id')
  return db
    .select({
      phone: sql<Shown>`json_build_object('is_granted', ${parents.shares_phone}, 'since',
        ${since(sql`given.parent_id = ${parent_id} and given.kind = 'phone'`)})`,
      email: sql<Shown>`json_build_object('is_granted', ${parents.shares_email}, 'since',
        ${since(sql`given.parent_id = ${parent_id} and given.kind = 'email'`)})`,
      students: sql<PrivacyRow['students']>`coalesce((select json_agg(json_build_object(
          'student_id', link.student_id, 'establishment_id', link.establishment_id,
          'is_representative', link.is_legal_representative,
          'may_ask', student.birthday is not null and student.birthday + ${AGE_OF_OWN_RIGHTS} <= current_date,
          'photo', json_build_object('is_granted', coalesce((select bool_or(enrollment.shares_photo)
              from enrollments enrollment where enrollment.establishment_id = link.establishment_id
              and enrollment.student_id = link.student_id and enrollment.withdrawn_on is null), false),
            'since', ${since(sql`given.establishment_id = link.establishment_id and given.student_id = link.student_id`)}))
          order by link.student_id)
        from student_parents link
        join students student on (student.establishment_id, student.id) = (link.establishment_id, link.student_id)
        where link.parent_id = ${parent_id} and link.has_access), '[]')`,
      schools: sql<
        PrivacyRow['schools']
      >`coalesce((select json_agg(json_build_object('id', school.id, 'name', school.name,
          'controller', school.controller_name, 'contact', school.privacy_contact) order by school.name)
        from establishments school where exists (select from student_parents link
          where link.establishment_id = school.id and link.parent_id = ${parent_id} and link.has_access)), '[]')`,
    })
    .from(parents)
    .where(sql`${parents.id} = ${parent_id}`)
    .prepare('privacy')
})

export async function readPrivacy(db: Queryable, parent_id: number): Promise<PrivacyRow | undefined> {
  const [row] = await privacyQuery(db).execute({ parent_id })
  return row
}

type OpenLink = {
  establishment_id: number
  is_legal_representative: boolean
  is_blocked: boolean
}

const selectLink = preparedStatement<OpenLink>(
  'privacy_link',
  sql`select link.establishment_id::float8 as establishment_id, link.is_legal_representative,
      ${isStudentBlocked(sql`link.establishment_id`, sql`link.student_id`)} as is_blocked
    from student_parents link
    where link.parent_id = $1 and link.student_id = $2 and link.has_access`,
)

/** Returns the parent's open link to the student; undefined without one. */
export async function findRepresentedLink(
  db: Database,
  { parent_id, student_id }: { parent_id: number; student_id: number },
): Promise<OpenLink | undefined> {
  const [link] = await selectLink(db, [parent_id, student_id])
  return link
}

const selectOwnBlock = preparedStatement<object>(
  'privacy_own_block',
  sql`select from data_requests block where block.freezes and block.student_id is null and block.parent_id = $1 limit 1`,
)

/** Whether the guardian has blocked their own data at one of their schools. */
export const hasOwnBlock = async (db: Database, parent_id: number): Promise<boolean> =>
  (await selectOwnBlock(db, [parent_id])).length > 0

const selectOpenSchool = preparedStatement<object>(
  'privacy_school',
  sql`select from student_parents link where link.parent_id = $1 and link.establishment_id = $2 and link.has_access limit 1`,
)

/** Whether the guardian may see a student of the school. */
export const hasStudentAt = async (
  db: Database,
  parent_id: number,
  establishment_id: number,
): Promise<boolean> => (await selectOpenSchool(db, [parent_id, establishment_id])).length > 0

type ReaderDay = { day: string; families: number }

const selectReaderDays = preparedStatement<ReaderDay>(
  'privacy_readers',
  sql`
    select seen.day::text as day, count(distinct seen.parent_id)::int as families
    from (
      select (read.at at time zone school.time_zone)::date as day, read.parent_id
      from student_parents link
      join establishments school on school.id = link.establishment_id
      join enrollments own on (own.establishment_id, own.student_id) = (link.establishment_id, link.student_id)
      join courses course on (course.establishment_id, course.id) = (own.establishment_id, own.course_id)
      join enrollments theirs on (theirs.establishment_id, theirs.course_id) = (own.establishment_id, own.course_id)
      join audit_log read on read.student_id = theirs.student_id and read.action = 'contacts_read'
      where link.parent_id = $1 and link.has_access and read.parent_id <> $1
        and read.at >= now() - interval '12 months'
        and (own.withdrawn_on is null or (read.at at time zone school.time_zone)::date <= own.withdrawn_on)
        and (read.at at time zone school.time_zone)::date < make_date(course.year + 1, 4, 1)
        and (read.at at time zone school.time_zone)::date >= make_date(course.year, 1, 1)
    ) seen group by seen.day order by seen.day desc`,
)

/**
 * Returns on which days how many families of a course read its contacts while a student of this parent was in it. Who
 * they are is not told: that would reveal another family.
 */
export const readContactReaderDays = (db: Database, parent_id: number): Promise<ReaderDay[]> =>
  selectReaderDays(db, [parent_id])
