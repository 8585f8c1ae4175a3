import { isLiveSession } from '@apoderados/core/accounts/sessions'
import { preparedQuery } from '@apoderados/core/db/client/open'
import { isOfSame } from '@apoderados/core/db/schema/schoolKeys'
import { sessions } from '@apoderados/core/db/tables/accounts'
import { enrollments, parents, studentParents } from '@apoderados/core/db/tables/people'
import { establishments } from '@apoderados/core/db/tables/schools'
import { pictureType } from '@apoderados/core/files/fileStore'
import { blockedStudents } from '@apoderados/core/privacy/blocks'
import { hiddenStudents } from '@apoderados/core/students/closedLinks'
import { hasBegun } from '@apoderados/core/students/enrollments'
import { and, eq, exists, gt, isNull, notExists, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Handlers } from '../http/context.ts'
import { notFoundError } from '../http/errors.ts'

const photoIdPlaceholder = sql.placeholder('photo_id')
/** The school of the link, so that a database that is partitioned by school reads one partition. */
const schoolPlaceholder = sql.placeholder('school')

/**
 * Finds the right to see a photo: the session of the signed link is live, and the photo is the parent's own, a
 * linked student's, the badge of a linked student's school, or a classmate's that the family shares, unless the
 * parent's link to that classmate is closed (R1, R2, R27).
 */
const findPhotoRight = preparedQuery((db) => {
  const [classmateEnrollments, laterEnrollments] = [alias(enrollments, 'theirs'), alias(enrollments, 'later')]
  const linked = and(eq(studentParents.parent_id, parents.id), eq(studentParents.has_access, true))
  const isOfLinkedStudent = and(
    isOfSame(enrollments, studentParents, 'student_id'),
    isNull(enrollments.withdrawn_on),
    notExists(
      db
        .select({ one: sql`1` })
        .from(laterEnrollments)
        .where(
          and(
            isOfSame(laterEnrollments, enrollments, 'student_id'),
            gt(laterEnrollments.year, enrollments.year),
            or(isNull(laterEnrollments.withdrawn_on), hasBegun(laterEnrollments.year)),
          ),
        ),
    ),
  )
  const ownPhoto = db
    .select({ one: sql`1` })
    .from(enrollments)
    .innerJoin(studentParents, isOfLinkedStudent)
    .where(
      and(
        linked,
        eq(enrollments.establishment_id, schoolPlaceholder),
        eq(enrollments.photo_id, photoIdPlaceholder),
      ),
    )
  const badge = db
    .select({ one: sql`1` })
    .from(establishments)
    .innerJoin(studentParents, eq(studentParents.establishment_id, establishments.id))
    .where(and(linked, eq(establishments.insign_id, photoIdPlaceholder)))
  const classmate = db
    .select({ one: sql`1` })
    .from(classmateEnrollments)
    .innerJoin(enrollments, isOfSame(enrollments, classmateEnrollments, 'course_id'))
    .innerJoin(studentParents, isOfLinkedStudent)
    .where(
      and(
        linked,
        eq(classmateEnrollments.establishment_id, schoolPlaceholder),
        eq(classmateEnrollments.photo_id, photoIdPlaceholder),
        eq(classmateEnrollments.shares_photo, true),
        isNull(classmateEnrollments.withdrawn_on),
        sql`${classmateEnrollments.student_id} <> all(${hiddenStudents(db, parents.id)})`,
        sql`${classmateEnrollments.student_id} <> all(${blockedStudents})`,
      ),
    )
  return db
    .select({ parent_id: parents.id })
    .from(sessions)
    .innerJoin(parents, eq(parents.id, sessions.parent_id))
    .where(
      and(
        eq(sessions.id, sql.placeholder('session_id')),
        isLiveSession,
        or(eq(parents.photo_id, photoIdPlaceholder), exists(ownPhoto), exists(badge), exists(classmate)),
      ),
    )
    .prepare('photo_right')
})

export const photosHandlers = {
  async getPhoto(link, { db, links, files }) {
    if (!links.isGenuine(link)) throw notFoundError() // refuses forged links without a database connection
    const { id: photo_id, school, session: session_id } = link
    const [right] = await findPhotoRight(db).execute({ photo_id, school, session_id })
    const body = right && (await files.read(photo_id))
    const content_type = body && pictureType(body)
    if (!content_type) throw notFoundError()
    return { content_type, body, etag: `"${photo_id}"` }
  },
} satisfies Partial<Handlers>
