import { sql } from 'drizzle-orm'
import { students } from '../schema/schema.ts'

/** What a family may read of a student: the columns of the profile and of the student's records. */
export const studentColumns = {
  id: students.id,
  name: students.name,
  last_name: students.last_name,
  second_last_name: students.second_last_name,
  // A social name could out a child at home, so it is shown only if the school has confirmed that the family
  // may read it.
  social_name: sql<string>`case when ${students.shows_social_name} then coalesce(${students.social_name}, '') else '' end`,
  rut: students.rut,
  rut_dv: students.rut_dv,
  birthday: students.birthday,
  gender: students.gender,
}
