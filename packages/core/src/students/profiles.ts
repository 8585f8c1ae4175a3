import type { ResponseOf } from '@apoderados/contract/calls/api'
import { and, asc, eq, sql } from 'drizzle-orm'
import { preparedQuery, type Queryable } from '../db/client/open.ts'
import { pick } from '../db/schema/pick.ts'
import { hasKey } from '../db/schema/schoolKeys.ts'
import { parents, studentParents, students } from '../db/tables/people.ts'
import { establishments } from '../db/tables/schools.ts'
import { currentEnrollment } from './enrollments.ts'
import { studentColumns } from './studentColumns.ts'

type Profile = ResponseOf<'getProfile'>
type Student = Profile['students'][number]
/** Returns the address of a photo, signed for the session of the call; null if there is no photo. */
export type SignPhotoLink = (photo_id: string | null, school?: number) => string | null

const parentColumns = {
  ...pick(parents, 'id', 'name', 'last_name', 'email', 'phone', 'rut', 'rut_dv', 'photo_id', 'permission'),
  ...pick(parents, 'password_changed', 'password_changed_at'),
  last_login_at: parents.previous_login_at,
  ...pick(parents, 'account_confirmed', 'account_confirmed_at'),
}

/** Finds the parent, with one row per student whom the parent may see. */
const findProfile = preparedQuery((db) => {
  const enrollment = currentEnrollment(db)
  return db
    .select({
      parent: parentColumns,
      student: studentColumns,
      link: pick(studentParents, 'parent_type', 'other_type', 'financial_proxy'),
      establishment: pick(establishments, 'id', 'name', 'rbd', 'address', 'phone', 'insign_id', 'time_zone'),
      enrollment: pick(enrollment, 'id', 'year', 'photo_id', 'course_name', 'letter'),
    })
    .from(parents)
    .leftJoin(
      studentParents,
      and(eq(studentParents.parent_id, parents.id), eq(studentParents.has_access, true)),
    )
    .leftJoin(students, hasKey(students, studentParents, studentParents.student_id))
    .leftJoin(establishments, eq(establishments.id, studentParents.establishment_id))
    .leftJoinLateral(enrollment, sql`true`)
    .where(eq(parents.id, sql.placeholder('parent_id')))
    .orderBy(asc(students.id))
    .prepare('profile')
})

type ProfileRow = Awaited<ReturnType<ReturnType<typeof findProfile>['execute']>>[number]

function toStudents(
  { student, link, establishment, enrollment }: ProfileRow,
  photoLink: SignPhotoLink,
): Student[] {
  if (!student || student.id === null) return [] // for a parent without students, the one row has nulls here
  const photo = photoLink(enrollment?.photo_id ?? null, establishment?.id)
  return [
    {
      ...student,
      enrollment: enrollment?.id
        ? {
            ...enrollment,
            course: `${enrollment.course_name} ${enrollment.letter}`,
            profile_image: photo,
            profile_image_url: photo,
          }
        : null,
      establishment: establishment && { ...establishment, insign: photoLink(establishment.insign_id) },
      student_parent: link,
    },
  ]
}

/** Returns the profile that the app shows; undefined if the account does not exist. */
export async function readProfile(
  db: Queryable,
  parent_id: number,
  photoLink: SignPhotoLink,
): Promise<Profile | undefined> {
  const rows = await findProfile(db).execute({ parent_id })
  const [first] = rows
  if (!first) return undefined
  const { photo_id, password_changed_at, last_login_at, account_confirmed_at, ...parent } = first.parent
  return {
    ...parent,
    profile_image: photoLink(photo_id),
    password_changed_at: password_changed_at?.toISOString() ?? null,
    last_login_at: last_login_at?.toISOString() ?? null,
    account_confirmed_at: account_confirmed_at?.toISOString() ?? null,
    parent_info: pick(parent, 'id', 'name', 'last_name', 'rut', 'rut_dv'),
    students: rows.flatMap((row) => toStudents(row, photoLink)),
  }
}
