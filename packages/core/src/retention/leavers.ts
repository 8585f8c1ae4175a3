import { and, eq, gte, isNull, lt, max, sql } from 'drizzle-orm'
import type { Queryable } from '../db/client/open.ts'
import { enrollments, parents } from '../db/tables/people.ts'
import { establishments } from '../db/tables/schools.ts'
import { isWithoutStudents } from './erasure.ts'

/** The current school year by the school's clock. A school year lasts from March to the end of February. */
const currentSchoolYear = sql<number>`extract(year from (now() at time zone ${establishments.time_zone}) - interval '2 months')::int`

/** Whether an enrollment is not withdrawn and of this school year or later. The query must join `establishments`. */
export const isCurrentOrFutureEnrollment = and(
  isNull(enrollments.withdrawn_on),
  gte(enrollments.year, currentSchoolYear),
)

/** Whether the student is enrolled in the current school year or a later one. */
export async function hasCurrentOrFutureEnrollment(
  db: Queryable,
  { establishment_id, id }: { establishment_id: number; id: number },
): Promise<boolean> {
  const rows = await db
    .select({ id: enrollments.id })
    .from(enrollments)
    .innerJoin(establishments, eq(establishments.id, enrollments.establishment_id))
    .where(
      and(
        eq(enrollments.establishment_id, establishment_id),
        eq(enrollments.student_id, id),
        isCurrentOrFutureEnrollment,
      ),
    )
    .limit(1)
  return rows.length > 0
}

/** Returns by school the ids of students whose last enrollment's year ended at least `years` whole school years ago. */
export async function findLeavers(db: Queryable, years: number): Promise<Map<number, number[]>> {
  const rows = await db
    .select({ establishment_id: enrollments.establishment_id, student_id: enrollments.student_id })
    .from(enrollments)
    .innerJoin(establishments, eq(establishments.id, enrollments.establishment_id))
    .groupBy(enrollments.establishment_id, enrollments.student_id, establishments.time_zone)
    .having(lt(max(enrollments.year), sql`${currentSchoolYear} - ${years}::int`))
  const bySchool = Map.groupBy(rows, ({ establishment_id }) => establishment_id)
  return new Map([...bySchool].map(([id, leavers]) => [id, leavers.map(({ student_id }) => student_id)]))
}

/** Returns the ids of the accounts that are linked to no student and have not been used for `years` years. */
export async function findAbandonedAccounts(db: Queryable, years: number): Promise<number[]> {
  const rows = await db
    .select({ id: parents.id })
    .from(parents)
    .where(
      and(
        isWithoutStudents,
        lt(
          sql`greatest(${parents.created_at}, ${parents.last_login_at}, ${parents.password_changed_at},
            ${parents.account_confirmed_at})`,
          sql`now() - make_interval(years => ${years}::int)`,
        ),
      ),
    )
  return rows.map(({ id }) => id)
}
