import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../db/client/open.ts'

export type BreachSpan = {
  school_id: number
  from: string
  to: string
  /** Only what this member of the staff did, or what this guardian's account saw. */
  staff_id?: number | null | undefined
  parent_id?: number | null | undefined
}

type Affected = { parent_ids: number[]; students: { id: number; name: string }[] }

/** The lines of the audit log in the span that are about people of the school. */
const linesOf = ({ school_id, from, to, staff_id, parent_id }: BreachSpan): SQL => sql`
  select line.student_id, line.parent_id from audit_log line
  join establishments school on school.id = ${school_id}
  where line.at >= (${from}::date)::timestamp at time zone school.time_zone
    and line.at < (${to}::date + 1)::timestamp at time zone school.time_zone
    and (line.establishment_id = school.id or line.parent_id in (
      select link.parent_id from student_parents link where link.establishment_id = school.id))
    and (${staff_id ?? null}::bigint is null or line.staff_id = ${staff_id ?? null})
    and (${parent_id ?? null}::bigint is null or line.parent_id = ${parent_id ?? null})`

/**
 * Returns whose data the lines of the span concern: the students whom they name, those of a given guardian's account, and
 * the guardians of both with access, who are told.
 */
export async function readAffected(db: Queryable, span: BreachSpan): Promise<Affected> {
  const { rows } = await db.execute<Affected>(sql`
    with line as materialized (${linesOf(span)}),
    affected as materialized (
      select student.id, concat_ws(' ', student.name, student.last_name) as name from students student
      where student.establishment_id = ${span.school_id} and (
        student.id in (select line.student_id from line)
        or student.id in (select link.student_id from student_parents link
          where link.establishment_id = ${span.school_id} and link.parent_id = ${span.parent_id ?? null})))
    select coalesce((select json_agg(json_build_object('id', affected.id, 'name', affected.name) order by affected.id)
        from affected), '[]') as students,
      coalesce((select json_agg(told.parent_id order by told.parent_id) from (
        select link.parent_id from student_parents link join affected on affected.id = link.student_id
        where link.establishment_id = ${span.school_id} and link.has_access
        union select link.parent_id from student_parents link join line on line.parent_id = link.parent_id
        where link.establishment_id = ${span.school_id} and link.has_access) told), '[]') as parent_ids`)
  return rows[0] as Affected
}

type NewBreach = {
  establishment_id: number
  what: string
  measures: string
  from: string
  to: string
  is_sensitive: boolean
  parent_ids: number[]
  students: number
  staff_id: number
  staff_name: string
}

export async function insertBreach(transaction: Queryable, breach: NewBreach): Promise<number> {
  const { rows } = await transaction.execute<{ id: number }>(sql`
    insert into breaches (establishment_id, what, measures, found_at, starts_at, ends_at, is_sensitive, parent_ids, students,
      staff_id, staff_name)
    select school.id, ${breach.what}, ${breach.measures}, now(), (${breach.from}::date)::timestamp at time zone school.time_zone,
      (${breach.to}::date)::timestamp at time zone school.time_zone, ${breach.is_sensitive},
      ${sql.param(breach.parent_ids)}::bigint[], ${breach.students}, ${breach.staff_id}, ${breach.staff_name}
    from establishments school where school.id = ${breach.establishment_id}
    returning id::float8 as id`)
  return rows[0]?.id as number
}

export type BreachRow = {
  id: number
  what: string
  measures: string
  found_at: string
  found_on: string
  from: string
  to: string
  is_sensitive: boolean
  parent_ids: number[]
  students: number
  staff: string
  agency: string | null
  csirt: string | null
  families: string | null
  school: string
  rbd: string
  controller: string | null
  is_public: boolean
  contact: string | null
}

/** Returns the school's breaches with what their notices state, the newest first; with `id`, only that one. */
export async function readBreaches(db: Queryable, school_id: number, id: number | null = null) {
  const { rows } = await db.execute<BreachRow>(sql`
    select breach.id::float8 as id, breach.what, breach.measures, to_json(breach.found_at) #>> '{}' as found_at,
      (breach.found_at at time zone school.time_zone)::date::text as found_on,
      (breach.starts_at at time zone school.time_zone)::date::text as "from",
      (breach.ends_at at time zone school.time_zone)::date::text as "to", breach.is_sensitive,
      to_json(breach.parent_ids) as parent_ids, breach.students, breach.staff_name as staff,
      to_json(breach.told_agency_at) #>> '{}' as agency, to_json(breach.told_csirt_at) #>> '{}' as csirt,
      to_json(breach.told_families_at) #>> '{}' as families, school.name as school, school.rbd,
      school.controller_name as controller, school.controller_is_public as is_public, school.privacy_contact as contact
    from breaches breach join establishments school on school.id = breach.establishment_id
    where breach.establishment_id = ${school_id} and (${id}::bigint is null or breach.id = ${id})
    order by breach.id desc`)
  return rows
}

const toldColumns = {
  agency: sql`told_agency_at`,
  csirt: sql`told_csirt_at`,
  families: sql`told_families_at`,
}

/** Notes that somebody was told of a breach; the first time stays. */
export const noteTold = (
  transaction: Queryable,
  school_id: number,
  id: number,
  whom: keyof typeof toldColumns,
) =>
  transaction.execute(sql`update breaches set ${toldColumns[whom]} = coalesce(${toldColumns[whom]}, now())
    where establishment_id = ${school_id} and id = ${id}`)

/** Returns the students with a guardian among these, and the courses in which they are enrolled now. */
export async function readFamiliesOf(db: Queryable, school_id: number, parent_ids: number[]) {
  const { rows } = await db.execute<{ student_id: number; course_id: number }>(sql`
    select distinct link.student_id::float8 as student_id, enrollment.course_id::float8 as course_id
    from student_parents link
    join enrollments enrollment on enrollment.establishment_id = link.establishment_id
      and enrollment.student_id = link.student_id and enrollment.withdrawn_on is null
    join establishments school on school.id = link.establishment_id
    where link.establishment_id = ${school_id} and link.has_access
      and enrollment.year = extract(year from now() at time zone school.time_zone - interval '2 months')
      and link.parent_id = any(${sql.param(parent_ids)}::bigint[])`)
  return rows
}
