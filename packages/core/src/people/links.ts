import type { ParentType } from '@apoderados/contract/profile'
import { and, asc, eq, sql } from 'drizzle-orm'
import { logAccess } from '../accounts/accountNews.ts'
import { forgetCalendarFeedsOf } from '../accounts/revokeAccess.ts'
import type { Queryable } from '../db/client/open.ts'
import { pick } from '../db/schema/pick.ts'
import { hasKey, isOfSame } from '../db/schema/schoolKeys.ts'
import { studentParents, students } from '../db/tables/people.ts'
import { currentEnrollment } from '../students/enrollments.ts'

export type LinkKey = { establishment_id: number; student_id: number; parent_id: number }

const isLink = (key: LinkKey) =>
  and(isOfSame(studentParents, key, 'student_id'), eq(studentParents.parent_id, key.parent_id))

/** Locks the link of a student and a guardian until the transaction ends; undefined if there is none. */
export async function lockLink(
  transaction: Queryable,
  key: LinkKey,
): Promise<{ has_access: boolean } | undefined> {
  const [link] = await transaction
    .select({ has_access: studentParents.has_access })
    .from(studentParents)
    .where(isLink(key))
    .for('no key update')
  return link
}

/** Reads the students whom a guardian may see, with the name and the course by which a school knows them. */
export async function readVisibleStudents(transaction: Queryable, parent_id: number) {
  const enrollment = currentEnrollment(transaction)
  const rows = await transaction
    .select({
      ...pick(studentParents, 'establishment_id', 'student_id'),
      ...pick(students, 'name', 'last_name', 'second_last_name'),
      ...pick(enrollment, 'course_name', 'letter'),
    })
    .from(studentParents)
    .innerJoin(students, hasKey(students, studentParents, studentParents.student_id))
    .leftJoinLateral(enrollment, sql`true`)
    .where(and(eq(studentParents.parent_id, parent_id), eq(studentParents.has_access, true)))
    .orderBy(asc(studentParents.student_id))
  return rows.map(({ establishment_id, student_id, name, last_name, second_last_name, ...course }) => ({
    ids: { establishment_id, student_id, parent_id },
    text: `${[name, last_name, second_last_name].filter(Boolean).join(' ')}${
      course.course_name ? ` (${course.course_name} ${course.letter})` : ''
    }`,
  }))
}

/**
 * Closes links of a guardian for the given reason. `visible` are those of them that are open. Every call of the app reads
 * its link again, so the next one is refused.
 */
export async function blockLinks(
  transaction: Queryable,
  links: LinkKey[],
  visible: LinkKey[],
  reason: string,
): Promise<void> {
  for (const link of links)
    await transaction
      .update(studentParents)
      .set({ has_access: false, no_access_reason: reason })
      .where(isLink(link))
  for (const link of visible) await logAccess(transaction, link, false)
  // Otherwise an address that somebody else has would work again once the access is restored.
  for (const parent_id of new Set(links.map((link) => link.parent_id)))
    await forgetCalendarFeedsOf(transaction, parent_id)
}

/** Opens a closed link. */
export async function restoreLink(transaction: Queryable, link: LinkKey): Promise<void> {
  await transaction
    .update(studentParents)
    .set({ has_access: true, no_access_reason: null })
    .where(isLink(link))
  await logAccess(transaction, link, true)
}

/** Notes whether a guardian represents the student by law. */
export const setRepresentative = (transaction: Queryable, link: LinkKey, is_legal_representative: boolean) =>
  transaction.update(studentParents).set({ is_legal_representative }).where(isLink(link))

/** Removes an open link. The account stays, even without a student. */
export async function removeLink(transaction: Queryable, link: LinkKey): Promise<void> {
  await transaction.delete(studentParents).where(isLink(link))
  await logAccess(transaction, link, false)
  await forgetCalendarFeedsOf(transaction, link.parent_id)
}

type Kinship = { parent_type: ParentType; other_type: string | null; financial_proxy: boolean }

/** Links a guardian to a student; returns false if they are linked already. */
export async function addLink(transaction: Queryable, link: LinkKey, kinship: Kinship): Promise<boolean> {
  const added = await transaction
    .insert(studentParents)
    .values({ ...link, ...kinship })
    .onConflictDoNothing()
    .returning({ student_id: studentParents.student_id })
  if (added.length > 0) await logAccess(transaction, link, true)
  return added.length > 0
}
