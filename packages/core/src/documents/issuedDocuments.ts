import type { DocumentKind } from '@apoderados/contract/documents'
import { and, count, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../db/client/open.ts'
import { pick } from '../db/schema/pick.ts'
import { hasKey } from '../db/schema/schoolKeys.ts'
import { issuedDocuments } from '../db/tables/documents.ts'
import { parents, students } from '../db/tables/people.ts'
import { establishments } from '../db/tables/schools.ts'
import { fingerprintOf, readDocumentData, readHolder } from './documentData.ts'

type FolioKey = { school_id: number; folio: string }
/** 'outdated': the data have changed since the issue. */
export type DocumentState = 'valid' | 'outdated' | 'revoked'
type CheckedRow = {
  establishment_id: number
  enrollment_id: number
  kind: DocumentKind
  issued_on: string
  fingerprint: string
  revoked_at: Date | null
}

/** Returns whether the document still says what the school's data say. */
export async function stateOfDocument(db: Queryable, row: CheckedRow): Promise<DocumentState> {
  if (row.revoked_at !== null) return 'revoked'
  const holder = await readHolder(db, row)
  if (!holder) return 'outdated'
  const data = await readDocumentData(db, holder, row.kind, row.issued_on)
  return fingerprintOf(data) === row.fingerprint ? 'valid' : 'outdated'
}

const checkedColumns = pick(
  issuedDocuments,
  'establishment_id',
  'enrollment_id',
  'kind',
  'issued_on',
  'fingerprint',
  'revoked_at',
)

/** What the public check shows of a document: no name, no whole RUN. */
export async function checkFolio(db: Queryable, folio: string) {
  const [row] = await db
    .select({
      ...checkedColumns,
      ...pick(issuedDocuments, 'folio', 'year', 'initials', 'run_end', 'file_hash', 'is_signed'),
      school: establishments.name,
      rbd: establishments.rbd,
      phone: establishments.phone,
      time_zone: establishments.time_zone,
    })
    .from(issuedDocuments)
    .innerJoin(establishments, eq(establishments.id, issuedDocuments.establishment_id))
    .where(eq(issuedDocuments.folio, folio))
  if (!row) return undefined
  const state = await stateOfDocument(db, row)
  await db
    .update(issuedDocuments)
    .set({ checks: sql`${issuedDocuments.checks} + 1`, checked_at: sql`now()` })
    .where(eq(issuedDocuments.folio, folio))
  return { ...row, state }
}
export type CheckedDocument = NonNullable<Awaited<ReturnType<typeof checkFolio>>>

const listColumns = {
  ...checkedColumns,
  ...pick(
    issuedDocuments,
    'folio',
    'course',
    'student_id',
    'issued_at',
    'staff_name',
    'checks',
    'checked_at',
  ),
  ...pick(issuedDocuments, 'revoked_by', 'revoke_reason', 'is_signed', 'file_id', 'batch_id'),
  student: sql<string>`concat_ws(' ', ${students.name}, ${students.last_name}, ${students.second_last_name})`,
  guardian: sql<string | null>`nullif(concat_ws(' ', ${parents.name}, ${parents.last_name}), '')`,
}

const selectDocuments = (db: Queryable, condition: SQL | undefined) =>
  db
    .select(listColumns)
    .from(issuedDocuments)
    .innerJoin(students, hasKey(students, issuedDocuments, issuedDocuments.student_id))
    .leftJoin(parents, eq(parents.id, issuedDocuments.parent_id))
    .where(condition)

export type DocumentFilter = { school_id: number; student_id?: number | undefined }
const isListed = ({ school_id, student_id }: DocumentFilter) =>
  and(
    eq(issuedDocuments.establishment_id, school_id),
    student_id === undefined ? undefined : eq(issuedDocuments.student_id, student_id),
  )

export const listDocuments = (
  db: Queryable,
  filter: DocumentFilter,
  { limit, offset }: { limit: number; offset: number },
) =>
  selectDocuments(db, isListed(filter))
    .orderBy(desc(issuedDocuments.issued_at), desc(issuedDocuments.folio))
    .limit(limit)
    .offset(offset)

/** Counts the documents of a filter, and those of this calendar year in the whole school. */
export async function countDocuments(db: Queryable, filter: DocumentFilter) {
  const isOfSchool = eq(issuedDocuments.establishment_id, filter.school_id)
  const ofYear = and(
    isOfSchool,
    sql`extract(year from ${issuedDocuments.issued_on}) = extract(year from now())`,
  )
  const one = async (condition: SQL | undefined) => {
    const [row] = await db.select({ count: count() }).from(issuedDocuments).where(condition)
    return row?.count ?? 0
  }
  return {
    total: await one(isListed(filter)),
    this_year: await one(ofYear),
    revoked: await one(and(ofYear, isNotNull(issuedDocuments.revoked_at))),
  }
}

export async function findDocument(db: Queryable, { school_id, folio }: FolioKey) {
  const isThis = and(eq(issuedDocuments.establishment_id, school_id), eq(issuedDocuments.folio, folio))
  const [row] = await selectDocuments(db, isThis)
  return row
}

/** Revokes a document. Returns false if it is revoked already. */
export async function revokeDocument(
  db: Queryable,
  { school_id, folio }: FolioKey,
  { revoked_by, reason }: { revoked_by: string; reason: string },
): Promise<boolean> {
  const { rowCount } = await db
    .update(issuedDocuments)
    .set({ revoked_at: sql`now()`, revoked_by, revoke_reason: reason })
    .where(
      and(
        eq(issuedDocuments.establishment_id, school_id),
        eq(issuedDocuments.folio, folio),
        isNull(issuedDocuments.revoked_at),
      ),
    )
  return rowCount === 1
}

export async function readSchoolRbd(db: Queryable, school_id: number): Promise<string> {
  const [school] = await db
    .select({ rbd: establishments.rbd })
    .from(establishments)
    .where(eq(establishments.id, school_id))
  return school?.rbd ?? ''
}
