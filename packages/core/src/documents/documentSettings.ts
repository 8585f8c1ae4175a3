import { type DocumentKind, documentKinds } from '@apoderados/contract/documents'
import { eq, isNotNull } from 'drizzle-orm'
import { preparedQuery, type Queryable } from '../db/client/open.ts'
import { pick } from '../db/schema/pick.ts'
import { documentSettings } from '../db/tables/documents.ts'
import { linkedEnrollment } from '../students/enrollments.ts'

export type DocumentSettings = {
  kinds: DocumentKind[]
  signer_name: string
  signer_title: string
  signature_id: string | null
  logo_id: string | null
}

const NO_DOCUMENTS: DocumentSettings = {
  kinds: [],
  signer_name: '',
  signer_title: '',
  signature_id: null,
  logo_id: null,
}

/** Returns what a school has set about its documents; it issues none until it turns a kind on. */
export async function readDocumentSettings(
  db: Queryable,
  establishment_id: number,
): Promise<DocumentSettings> {
  const [settings] = await db
    .select(pick(documentSettings, 'kinds', 'signer_name', 'signer_title', 'signature_id', 'logo_id'))
    .from(documentSettings)
    .where(eq(documentSettings.establishment_id, establishment_id))
  return settings ?? NO_DOCUMENTS
}

/** Returns the kinds that a guardian can download for an enrolled student. */
const findIssuedKinds = preparedQuery((db) => {
  const linked = linkedEnrollment(db)
  return db
    .select({ kinds: documentSettings.kinds })
    .from(linked)
    .innerJoin(documentSettings, eq(documentSettings.establishment_id, linked.establishment_id))
    .where(isNotNull(linked.enrollment_id))
    .prepare('issued_kinds')
})

export async function readIssuedKinds(
  db: Queryable,
  request: { parent_id: number; student_id: number },
): Promise<DocumentKind[]> {
  const [row] = await findIssuedKinds(db).execute(request)
  return row?.kinds ?? []
}

/** Sets some of the settings. The kinds are stored in the order of `documentKinds`. */
export async function saveDocumentSettings(
  transaction: Queryable,
  establishment_id: number,
  changed: Partial<DocumentSettings>,
): Promise<void> {
  const { kinds } = changed
  const values = kinds ? { ...changed, kinds: documentKinds.filter((kind) => kinds.includes(kind)) } : changed
  await transaction
    .insert(documentSettings)
    .values({ establishment_id, ...values })
    .onConflictDoUpdate({ target: documentSettings.establishment_id, set: values })
}
