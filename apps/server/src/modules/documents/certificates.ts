import { documentKindNames } from '@apoderados/contract/documents'
import { audit } from '@apoderados/core/audit/audit'
import { findHolder } from '@apoderados/core/documents/documentData'
import { readIssuedKinds } from '@apoderados/core/documents/documentSettings'
import { issueDocument } from '@apoderados/core/documents/issueDocument'
import type { Handlers } from '../../http/context.ts'
import { notFoundError } from '../../http/errors.ts'

export const certificatesHandlers = {
  getCertificates: async ({ student_id }, { db, parent_id }) => ({
    kinds: await readIssuedKinds(db, { student_id, parent_id }),
  }),

  /** Issues a document. On the same day, with the same data, the guardian gets the same file again. */
  async getCertificate({ student_id, kind }, { db, documents, parent_id, session_id, address }) {
    const kinds = await readIssuedKinds(db, { student_id, parent_id })
    const holder = kinds.includes(kind) ? await findHolder(db, { student_id, parent_id }) : undefined
    if (!holder) throw notFoundError()
    const { establishment_id } = holder
    const { folio, bytes, file_name } = await issueDocument(db, documents, {
      holder,
      kind,
      by: { parent_id },
    })
    await audit(db, {
      action: 'document_requested',
      establishment_id,
      student_id,
      parent_id,
      session_id,
      address,
      detail: { about: documentKindNames[kind], folio },
    })
    return { content_type: 'application/pdf', body: bytes, file_name }
  },
} satisfies Partial<Handlers>
