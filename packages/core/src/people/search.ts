import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../db/client/open.ts'
import { parents } from '../db/tables/people.ts'
import { isEnrollmentInForce } from '../students/enrollments.ts'
import { parentName, studentName } from './courseFamilies.ts'
import { containing, removeAccents, rutDigits } from './names.ts'

/** So many fit below the search without scrolling. */
const MATCHES_MAX = 6

/** The name of the current course of the student with the alias `student`. */
export const courseOfStudent = sql`(select course.name || ' ' || course.letter
  from enrollments enrollment
  join establishments school on school.id = enrollment.establishment_id
  join courses course on course.establishment_id = enrollment.establishment_id and course.id = enrollment.course_id
  where enrollment.establishment_id = student.establishment_id and enrollment.student_id = student.id
    and ${isEnrollmentInForce}
  order by enrollment.year desc limit 1)`

/**
 * Returns the condition that a RUN begins with the typed digits, with or without the check digit, or that a name
 * contains each typed word, without regard to accents and capitals.
 */
function matches(text: string, name: SQL, rut: SQL | undefined): SQL {
  const digits = rutDigits(text)
  if (digits !== undefined && rut !== undefined)
    return sql`${rut} like any(${sql.param([`${digits}%`, digits.slice(0, -1)])}::text[])`
  const words = text.split(/\s+/).filter(Boolean).map(containing)
  return sql`${removeAccents(name)} like all(
    select ${removeAccents(sql`word`)} from unnest(${sql.param(words)}::text[]) word)`
}

/** Without `readsAll`, nobody is found by RUN, and no guardian without access. */
type PeopleSearch = { school_id: number; text: string; readsAll: boolean }

type FoundStudent = {
  id: number
  name: string
  rut: string | null
  rut_dv: string | null
  course: string | null
}

/** Finds students of a school. The statement reads the school's students by their key. */
export async function searchStudents(
  db: Queryable,
  { school_id, text, readsAll }: PeopleSearch,
): Promise<FoundStudent[]> {
  const { rows } = await db.execute<FoundStudent>(sql`
    select student.id::float8 as id, ${studentName} as name, student.rut, student.rut_dv, ${courseOfStudent} as course
    from students student
    where student.establishment_id = ${school_id}
      and ${matches(text, studentName, readsAll ? sql`student.rut` : undefined)}
    order by student.last_name, student.second_last_name, student.name, student.id limit ${MATCHES_MAX}`)
  return rows
}

type FoundGuardian = {
  id: number
  name: string
  students: { id: number; name: string; course: string | null }[]
}

/** Finds guardians of a school's students. The statement reads the school's links by their key. */
export async function searchGuardians(
  db: Queryable,
  { school_id, text, readsAll }: PeopleSearch,
): Promise<FoundGuardian[]> {
  const { rows } = await db.execute<FoundGuardian>(sql`
    select ${parents.id}::float8 as id, ${parentName} as name,
      json_agg(json_build_object('id', student.id, 'name', ${studentName}, 'course', ${courseOfStudent})
        order by student.name) as students
    from student_parents link
    join ${parents} on ${parents.id} = link.parent_id
    join students student on student.establishment_id = link.establishment_id and student.id = link.student_id
    where link.establishment_id = ${school_id} and (link.has_access or ${readsAll}::boolean)
      and ${matches(text, parentName, readsAll ? sql`${parents.rut}` : undefined)}
    group by ${parents.id}
    order by ${parents.last_name}, ${parents.name}, ${parents.id} limit ${MATCHES_MAX}`)
  return rows
}
