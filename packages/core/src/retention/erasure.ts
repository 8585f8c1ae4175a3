import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { forgetAttemptsOnAccount } from '../accounts/attemptKeys.ts'
import type { Queryable } from '../db/client/open.ts'
import { sessions } from '../db/tables/accounts.ts'
import { documentSettings, issuedDocuments } from '../db/tables/documents.ts'
import { excuses } from '../db/tables/excuses.ts'
import { changes } from '../db/tables/news.ts'
import { noticeFiles } from '../db/tables/notices.ts'
import { electiveEnrollments, enrollments, parents, studentParents, students } from '../db/tables/people.ts'
import { dataRequests } from '../db/tables/privacy.ts'
import { arrears, attendance, grades, observations } from '../db/tables/records.ts'
import { establishments, events } from '../db/tables/schools.ts'
import { eraseFromLoads, isFileOfUndo } from '../loads/loadHistory.ts'
import type { Keys } from '../secrets/keys.ts'

/** The ids of the erased accounts, and of the erased photos' files, to which no row refers after the transaction. */
export type ErasedIds = { account_ids: number[]; file_ids: string[] }

const isPresent = (id: string | null): id is string => id !== null

/**
 * Erases students of one school with all their records, and the accounts of their guardians who have no student left.
 * It first locks the rows, so that a concurrent sign-in or import waits and then finds the rows deleted. The audit log
 * keeps the ids.
 */
export async function eraseStudents(
  transaction: Queryable,
  keys: Keys,
  { establishment_id, student_ids }: { establishment_id: number; student_ids: number[] },
): Promise<ErasedIds> {
  const isErased = and(eq(students.establishment_id, establishment_id), inArray(students.id, student_ids))
  await transaction.select({ id: students.id }).from(students).where(isErased).for('update')
  const isOfStudents = (table: { establishment_id: PgColumn; student_id: PgColumn }) =>
    and(eq(table.establishment_id, establishment_id), inArray(table.student_id, student_ids))
  const enrolled = await transaction
    .select({ id: enrollments.id, photo_id: enrollments.photo_id })
    .from(enrollments)
    .where(isOfStudents(enrollments))
    .for('update')
  const enrollment_ids = enrolled.map(({ id }) => id)
  for (const table of [changes, grades, attendance, arrears, observations, electiveEnrollments])
    await transaction
      .delete(table)
      .where(and(eq(table.establishment_id, establishment_id), inArray(table.enrollment_id, enrollment_ids)))
  await transaction.delete(enrollments).where(isOfStudents(enrollments))
  const links = await transaction
    .delete(studentParents)
    .where(isOfStudents(studentParents))
    .returning({ parent_id: studentParents.parent_id })
  const issued = await transaction
    .delete(issuedDocuments)
    .where(isOfStudents(issuedDocuments))
    .returning({ file_id: issuedDocuments.file_id })
  await emptyRequests(transaction, isOfStudents(dataRequests))
  await transaction.delete(students).where(isErased)
  const { account_ids, file_ids } = await eraseAccountsWithoutStudents(
    transaction,
    keys,
    links.map(({ parent_id }) => parent_id),
  )
  await eraseFromLoads(transaction, { student_ids, enrollment_ids, account_ids: [] })
  const photos = [
    ...enrolled.map(({ photo_id }) => photo_id),
    ...file_ids,
    ...issued.map(({ file_id }) => file_id),
  ]
  return { account_ids, file_ids: await findUnusedFiles(transaction, photos.filter(isPresent)) }
}

/** Requests about personal data stay as evidence of their answers, without what the guardian wrote. */
const emptyRequests = (transaction: Queryable, isOfErased: SQL | undefined) =>
  transaction.update(dataRequests).set({ text: '' }).where(isOfErased)

/** Whether an account is linked to no student. The query must read from `parents`. */
export const isWithoutStudents = sql`not exists (select 1 from ${studentParents} where ${studentParents.parent_id} = ${parents.id})`

/** Erases those of the accounts that are linked to no student, with their counted attempts and all their rows. */
export async function eraseAccountsWithoutStudents(
  transaction: Queryable,
  keys: Keys,
  parent_ids: number[],
): Promise<ErasedIds> {
  const isOfThem = inArray(parents.id, parent_ids)
  await transaction.select({ id: parents.id }).from(parents).where(isOfThem).for('update')
  const unlinked = await transaction
    .select({ id: parents.id, email: parents.email, photo_id: parents.photo_id })
    .from(parents)
    .where(and(isOfThem, isWithoutStudents))
  const account_ids = unlinked.map(({ id }) => id)
  for (const { email } of unlinked) await forgetAttemptsOnAccount(transaction, keys, email)
  await transaction.delete(sessions).where(inArray(sessions.parent_id, account_ids))
  await emptyRequests(transaction, inArray(dataRequests.parent_id, account_ids))
  await transaction.delete(parents).where(inArray(parents.id, account_ids)) // foreign keys delete the other rows
  await eraseFromLoads(transaction, { account_ids })
  const photos = unlinked.map(({ photo_id }) => photo_id).filter(isPresent)
  return { account_ids, file_ids: await findUnusedFiles(transaction, photos) }
}

const fileIdColumns = [
  establishments.insign_id,
  parents.photo_id,
  enrollments.photo_id,
  events.document_id,
  excuses.attachment_id,
  noticeFiles.file_id,
  issuedDocuments.file_id,
  documentSettings.signature_id,
  documentSettings.logo_id,
]

/** Returns those of the file ids to which no row refers, nor one that the undo of a load may restore. */
export async function findUnusedFiles(db: Queryable, file_ids: string[]): Promise<string[]> {
  if (file_ids.length === 0) return []
  const isReferenced = fileIdColumns.map(
    (column) => sql`exists (select 1 from ${column.table} where ${column} = file.id)`,
  )
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct file.id from unnest(${sql.param(file_ids)}::text[]) as file (id)
    where not (${sql.join([...isReferenced, isFileOfUndo(db)], sql` or `)})`)
  return rows.map(({ id }) => id)
}
