import type { DocumentKind } from '@apoderados/contract/documents'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Queryable } from '../db/client/open.ts'
import { documentBatches, issuedDocuments } from '../db/tables/documents.ts'
import { StorageUnavailableError } from '../files/fileStore.ts'
import { isEnrollmentInForce } from '../students/enrollments.ts'
import { findHolder } from './documentData.ts'
import { type DocumentTools, issueDocument } from './issueDocument.ts'

/** What the staff reads of a job that failed. */
const FAILURE = 'Ocurrió una falla que no se esperaba. Avise a quien administra el servidor.'

type BatchKey = { school_id: number; batch_id: number }

const waiting = (courseIds: unknown, establishment_id: unknown) => sql`
  enrollment.establishment_id = ${establishment_id} and enrollment.course_id = any(${courseIds})
    and ${isEnrollmentInForce}`

/** Queues a job. Returns undefined if the courses have no enrolled students. */
export async function createBatch(
  db: Queryable,
  {
    school_id,
    course_ids,
    ...job
  }: { school_id: number; course_ids: number[]; kind: DocumentKind; staff_id: number; staff_name: string },
): Promise<{ id: number; courses: string; total: number } | undefined> {
  const { rows } = await db.execute<{ courses: string | null; total: number }>(sql`
    select string_agg(distinct course.name || ' ' || course.letter, ', ') as courses, count(*)::int as total
    from enrollments enrollment
    join establishments school on school.id = enrollment.establishment_id
    join courses course on course.establishment_id = enrollment.establishment_id and course.id = enrollment.course_id
    where ${waiting(sql.param(course_ids), school_id)}`)
  const { courses, total } = rows[0] ?? { courses: null, total: 0 }
  if (courses === null) return undefined
  const [batch] = await db
    .insert(documentBatches)
    .values({ establishment_id: school_id, course_ids, courses, total, ...job })
    .returning({ id: documentBatches.id })
  return { id: batch?.id ?? 0, courses, total }
}

const doneOf = sql<number>`(select count(*)::int from ${issuedDocuments}
  where ${issuedDocuments.establishment_id} = ${documentBatches.establishment_id}
    and ${issuedDocuments.batch_id} = ${documentBatches.id})`

/** Returns the latest jobs of a school, with how many documents each has issued. */
export const listBatches = (db: Queryable, school_id: number, limit: number) =>
  db
    .select({
      id: documentBatches.id,
      kind: documentBatches.kind,
      courses: documentBatches.courses,
      total: documentBatches.total,
      done: doneOf,
      staff: documentBatches.staff_name,
      created_at: documentBatches.created_at,
      ended_at: documentBatches.ended_at,
      failure: documentBatches.failure,
    })
    .from(documentBatches)
    .where(eq(documentBatches.establishment_id, school_id))
    .orderBy(desc(documentBatches.created_at))
    .limit(limit)

/** Issues the next document of the job that waits longest. Returns false if none waits. */
export async function issueNext(transaction: Queryable, tools: DocumentTools): Promise<boolean> {
  const [job] = await transaction
    .select()
    .from(documentBatches)
    .where(isNull(documentBatches.ended_at))
    .orderBy(documentBatches.created_at)
    .limit(1)
    .for('update', { skipLocked: true })
  if (!job) return false
  const { establishment_id, id: batch_id, course_ids, kind, staff_name } = job
  const { rows } = await transaction.execute<{ student_id: number }>(sql`
    select enrollment.student_id::float8 as student_id
    from enrollments enrollment
    join establishments school on school.id = enrollment.establishment_id
    where ${waiting(sql.param(course_ids), establishment_id)}
      and not exists (select from issued_documents issued where issued.establishment_id = ${establishment_id}
        and issued.batch_id = ${batch_id} and issued.student_id = enrollment.student_id)
    order by enrollment.course_id, enrollment.list_number limit 1`)
  const [next] = rows
  const holder = next && (await findHolder(transaction, { establishment_id, student_id: next.student_id }))
  const key = { school_id: establishment_id, batch_id }
  if (!holder) await endBatch(transaction, key, null)
  else
    try {
      await issueDocument(transaction, tools, { holder, kind, by: { staff_name, batch_id } })
    } catch (error) {
      if (error instanceof StorageUnavailableError) throw error
      await endBatch(transaction, key, FAILURE)
    }
  return true
}

const endBatch = (db: Queryable, { school_id, batch_id }: BatchKey, failure: string | null) =>
  db
    .update(documentBatches)
    .set({ ended_at: sql`now()`, failure })
    .where(and(eq(documentBatches.establishment_id, school_id), eq(documentBatches.id, batch_id)))

/** Returns the files of an ended job in the order of the lists; undefined if the school has no such job. */
export async function readBatchFiles(db: Queryable, { school_id, batch_id }: BatchKey) {
  const [batch] = await db
    .select({ kind: documentBatches.kind, courses: documentBatches.courses })
    .from(documentBatches)
    .where(
      and(
        eq(documentBatches.establishment_id, school_id),
        eq(documentBatches.id, batch_id),
        sql`${documentBatches.ended_at} is not null`,
      ),
    )
  if (!batch) return undefined
  const { rows } = await db.execute<{ file_id: string; bytes: number; course: string; name: string }>(sql`
    select issued.file_id, issued.file_bytes as bytes, issued.course,
      concat_ws(' ', student.last_name, student.second_last_name, student.name) as name
    from issued_documents issued
    join students student on student.establishment_id = issued.establishment_id and student.id = issued.student_id
    join enrollments enrollment on enrollment.establishment_id = issued.establishment_id
      and enrollment.id = issued.enrollment_id
    where issued.establishment_id = ${school_id} and issued.batch_id = ${batch_id}
    order by enrollment.course_id, enrollment.list_number`)
  return { ...batch, files: rows }
}
