import { documentKindNames, formatFolio } from '@apoderados/contract/documents'
import { DOCUMENT_PAGE_ROWS } from '@apoderados/contract/office/documents'
import { officeMessages } from '@apoderados/contract/office/officeMessages'
import type { RegisterAction } from '@apoderados/contract/office/register'
import { audit } from '@apoderados/core/audit/audit'
import type { Queryable } from '@apoderados/core/db/client/open'
import { createBatch, listBatches, readBatchFiles } from '@apoderados/core/documents/documentBatches'
import { findHolder } from '@apoderados/core/documents/documentData'
import { readDocumentSettings } from '@apoderados/core/documents/documentSettings'
import { issueDocument, previewDocument } from '@apoderados/core/documents/issueDocument'
import {
  countDocuments,
  findDocument,
  listDocuments,
  revokeDocument,
  stateOfDocument,
} from '@apoderados/core/documents/issuedDocuments'
import { readStaffMember } from '@apoderados/core/staff/staffMembers'
import { HttpError, notFoundError } from '../../http/errors.ts'
import type { OfficeHandlers, SchoolContext } from '../officeContext.ts'
import { zipOf } from './zip.ts'

const BATCHES_SHOWN = 5
const PDF = 'application/pdf'

type ListedDocument = Awaited<ReturnType<typeof listDocuments>>[number]

async function shown(db: Queryable, row: ListedDocument) {
  return {
    folio: row.folio,
    kind: row.kind,
    state: await stateOfDocument(db, row),
    student: { id: row.student_id, name: row.student },
    course: row.course,
    issued_at: row.issued_at.toISOString(),
    issued_on: row.issued_on,
    guardian: row.guardian,
    staff: row.staff_name,
    is_signed: row.is_signed,
    checks: row.checks,
    checked_at: row.checked_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
    revoked_by: row.revoked_by,
    revoke_reason: row.revoke_reason,
  }
}

/** Finds a document by its folio. @throws {HttpError} 404 */
async function found(db: Queryable, request: { school_id: number; folio: string }): Promise<ListedDocument> {
  const row = await findDocument(db, request)
  if (!row) throw new HttpError(404, officeMessages.unknownFolio)
  return row
}

/** @throws {HttpError} 409 unless the school has turned the kind on */
async function requireKind(
  db: Queryable,
  { school_id, kind }: { school_id: number; kind: keyof typeof documentKindNames },
) {
  const { kinds } = await readDocumentSettings(db, school_id)
  if (!kinds.includes(kind)) throw new HttpError(409, officeMessages.documentKindOff)
}

export const auditDocument = (
  db: Queryable,
  action: RegisterAction,
  school_id: number,
  { staff_id, session, address }: SchoolContext,
  { student_id = null, ...detail }: { student_id?: number | null } & Record<string, unknown>,
) =>
  audit(db, {
    action,
    staff_id,
    establishment_id: school_id,
    session_id: session.session_id,
    student_id,
    address,
    detail,
  })

const nameOfStaff = async ({ db, staff_id }: SchoolContext) =>
  (await readStaffMember(db, staff_id))?.name ?? ''

export const documentsHandlers = {
  async listIssuedDocuments({ school_id, student_id, page = 1 }, { db }) {
    const filter = { school_id, student_id }
    const range = { limit: DOCUMENT_PAGE_ROWS, offset: (page - 1) * DOCUMENT_PAGE_ROWS }
    const rows = await listDocuments(db, filter, range)
    const batches = await listBatches(db, school_id, BATCHES_SHOWN)
    return {
      kinds: (await readDocumentSettings(db, school_id)).kinds,
      documents: await Promise.all(rows.map((row) => shown(db, row))),
      ...(await countDocuments(db, filter)),
      batches: batches.map(({ created_at, ended_at, ...batch }) => ({
        ...batch,
        created_at: created_at.toISOString(),
        ended_at: ended_at?.toISOString() ?? null,
      })),
    }
  },

  async issueDocument({ school_id, student_id, kind }, context) {
    const { db, documents } = context
    await requireKind(db, { school_id, kind })
    const holder = await findHolder(db, { establishment_id: school_id, student_id })
    if (!holder) throw new HttpError(409, officeMessages.notEnrolled)
    const by = { staff_name: await nameOfStaff(context) }
    const { folio } = await issueDocument(db, documents, { holder, kind, by })
    const about = documentKindNames[kind]
    await auditDocument(db, 'document_issued', school_id, context, { student_id, about, folio })
    return { folio }
  },

  getIssuedDocument: async (request, { db }) => shown(db, await found(db, request)),

  async getIssuedFile(request, context) {
    const { db, files } = context
    const { file_id, kind, student_id, folio } = await found(db, request)
    const body = await files.read(file_id)
    if (!body) throw notFoundError()
    const about = documentKindNames[kind]
    await auditDocument(db, 'document_downloaded', request.school_id, context, { student_id, about, folio })
    return { content_type: PDF, body, file_name: `${formatFolio(folio)}.pdf` }
  },

  async revokeDocument({ reason, ...request }, context) {
    const { db } = context
    const { kind, student_id, folio } = await found(db, request)
    const revoked_by = await nameOfStaff(context)
    await db.transaction(async (transaction) => {
      if (!(await revokeDocument(transaction, request, { revoked_by, reason })))
        throw new HttpError(409, officeMessages.alreadyRevoked)
      const detail = { student_id, about: documentKindNames[kind], folio, reason }
      await auditDocument(transaction, 'document_revoked', request.school_id, context, detail)
    })
    return { success: true, message: officeMessages.documentRevoked }
  },

  async issueToCourses({ school_id, kind, course_ids }, context) {
    const { db, staff_id, documentJobs } = context
    await requireKind(db, { school_id, kind })
    const job = { school_id, kind, course_ids, staff_id, staff_name: await nameOfStaff(context) }
    const batch = await db.transaction(async (transaction) => {
      const created = await createBatch(transaction, job)
      if (!created) throw new HttpError(409, officeMessages.noStudents)
      const about = `${documentKindNames[kind]}, ${created.courses}`
      const detail = { about, documents: created.total }
      await auditDocument(transaction, 'documents_issued', school_id, context, detail)
      return created
    })
    documentJobs.wake()
    return { id: batch.id, total: batch.total }
  },

  async getBatchFile(request, context) {
    const { db, files } = context
    const batch = await readBatchFiles(db, request)
    if (!batch) throw new HttpError(409, officeMessages.batchRunning)
    const about = `${documentKindNames[batch.kind]}, ${batch.courses}`
    const detail = { about, documents: batch.files.length }
    await auditDocument(db, 'document_downloaded', request.school_id, context, detail)
    const entries = batch.files.map(({ file_id, course, name }, at) => ({
      name: `${course}/${String(at + 1).padStart(3, '0')} ${name}.pdf`.replace(/[\\:*?"<>|]/g, ' '),
      read: () => files.read(file_id),
    }))
    const file_name = `${documentKindNames[batch.kind]}.zip`
    return { content_type: 'application/zip', body: { parts: zipOf(entries) }, file_name }
  },

  async previewDocument({ school_id, kind }, { db, documents }) {
    const body = await previewDocument(db, documents, { establishment_id: school_id, kind })
    return { content_type: PDF, body, file_name: 'muestra.pdf' }
  },
} satisfies Partial<OfficeHandlers>
