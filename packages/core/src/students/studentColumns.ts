import { sql } from 'drizzle-orm'
import { pick } from '../db/schema/pick.ts'
import { students } from '../db/tables/people.ts'

/** The columns of a student that a family may read, in the profile and in the student's records. */
export const studentColumns = {
  ...pick(students, 'id', 'name', 'last_name', 'second_last_name'),
  // A social name could out a child at home, so it is shown only if the school has confirmed that the family
  // may read it.
  social_name: sql<string>`case when ${students.shows_social_name} then coalesce(${students.social_name}, '') else '' end`,
  ...pick(students, 'rut', 'rut_dv', 'birthday', 'gender'),
}
