import type { Classmate } from '@apoderados/contract/classmates'
import { preparedQuery, type Queryable } from '@apoderados/core/db/client/open'
import { pick } from '@apoderados/core/db/schema/pick'
import { hasKey, isOfSame } from '@apoderados/core/db/schema/schoolKeys'
import { enrollments, parents, studentParents, students } from '@apoderados/core/db/tables/people'
import { blockedGuardians, blockedStudents } from '@apoderados/core/privacy/blocks'
import { hiddenStudents, protectedGuardians } from '@apoderados/core/students/closedLinks'
import { lapsesOn, linkedEnrollment } from '@apoderados/core/students/enrollments'
import { type AnyColumn, and, asc, eq, exists, isNull, lt, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Handlers } from '../http/context.ts'

/**
 * Returns SQL for the name under which a classmate is listed: the social name, if there is one. For the parent's own
 * child, such as a twin, the social name is listed only if the school marked that the family may read it.
 */
function shownNameExpression(db: Queryable) {
  const ownLink = alias(studentParents, 'own')
  const isOwnChild = exists(
    db
      .select({ one: sql`1` })
      .from(ownLink)
      .where(
        and(
          eq(ownLink.establishment_id, students.establishment_id),
          eq(ownLink.student_id, students.id),
          eq(ownLink.parent_id, sql.placeholder('parent_id')),
        ),
      ),
  )
  return sql<string>`case when ${students.shows_social_name} or not ${isOwnChild}
    then coalesce(nullif(trim(${students.social_name}), ''), ${students.name}) else ${students.name} end`
}

/**
 * Aggregates a classmate's parents into one JSON value, which is faster than one row per parent; each parent has the
 * contacts that this parent shares. Parents are in the order of the primary key of `student_parents`, so that
 * PostgreSQL does not sort them.
 */
function guardiansQuery(db: Queryable) {
  const isProtected = sql`${parents.id} = any(${protectedGuardians(db, sql.placeholder('parent_id'))})`
  const shared = (choice: AnyColumn, contact: AnyColumn) =>
    sql`case when ${choice} and not ${isProtected} then ${contact} end`
  const guardian = db
    .select({
      ...pick(parents, 'id', 'name', 'last_name'),
      parent_type: studentParents.parent_type,
      phone: shared(parents.shares_phone, parents.phone).as('phone'),
      email: shared(parents.shares_email, parents.email).as('email'),
    })
    .from(studentParents)
    .innerJoin(parents, eq(parents.id, studentParents.parent_id))
    .where(
      and(
        isOfSame(studentParents, enrollments, 'student_id'),
        eq(studentParents.has_access, true),
        sql`${parents.id} <> all(${blockedGuardians})`,
      ),
    )
    .orderBy(asc(studentParents.parent_id))
    .as('guardian')
  return db
    .select({ list: sql<Classmate['parents']>`coalesce(json_agg(guardian), '[]')`.as('list') })
    .from(guardian)
    .as('guardians')
}

type ClassmateRow = Omit<Classmate, 'student' | 'profile_image'> &
  Classmate['student'] & { photo_id: string | null }

/**
 * Finds the classmates with what each family shares, as one JSON value (R2). The list is empty once the enrollment
 * has lapsed. Students whose link to the requesting parent is closed are omitted.
 */
const findClassmates = preparedQuery((db) => {
  const linked = linkedEnrollment(db)
  const today = sql`(now() at time zone ${linked.time_zone})::date`
  const guardians = guardiansQuery(db)
  const classmate = db
    .select({
      enrollment_id: sql`${enrollments.id}`.as('enrollment_id'),
      list_number: enrollments.list_number,
      photo_id: sql`case when ${enrollments.shares_photo} then ${enrollments.photo_id} end`.as('photo_id'),
      name: shownNameExpression(db).as('name'),
      last_name: students.last_name,
      second_last_name: students.second_last_name,
      parents: sql`${guardians.list}`.as('parents'),
    })
    .from(enrollments)
    .innerJoin(students, hasKey(students, enrollments, enrollments.student_id))
    .crossJoinLateral(guardians)
    .where(
      and(
        isOfSame(enrollments, linked, 'course_id'),
        isNull(enrollments.withdrawn_on),
        ne(enrollments.id, linked.enrollment_id),
        sql`${enrollments.student_id} <> all(${hiddenStudents(db, sql.placeholder('parent_id'))})`,
        sql`${enrollments.student_id} <> all(${blockedStudents})`,
        lt(today, lapsesOn(linked.year)),
      ),
    )
    .orderBy(asc(enrollments.list_number), asc(enrollments.id))
    .as('classmate')
  const all = db
    .select({ list: sql<ClassmateRow[]>`coalesce(json_agg(classmate), '[]')`.as('list') })
    .from(classmate)
    .as('all_classmates')
  return db
    .select({ establishment_id: linked.establishment_id, list: all.list })
    .from(linked)
    .crossJoinLateral(all)
    .prepare('classmates')
})

export const classmatesHandlers = {
  async getClassmates({ student_id }, { db, links, parent_id, session_id }) {
    const [found] = await findClassmates(db).execute({ student_id, parent_id })
    const { list, establishment_id } = found ?? { list: [], establishment_id: 0 }
    return {
      classmates: list.map(({ photo_id, name, last_name, second_last_name, ...classmate }) => ({
        ...classmate,
        student: { name, last_name, second_last_name },
        profile_image: links.photo(photo_id, session_id, establishment_id),
      })),
    }
  },
} satisfies Partial<Handlers>
