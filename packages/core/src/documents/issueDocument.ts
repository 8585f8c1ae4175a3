import { createHash, randomBytes } from 'node:crypto'
import { type DocumentKind, folioOf } from '@apoderados/contract/documents'
import { todayIn } from '@apoderados/contract/values/days'
import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Queryable } from '../db/client/open.ts'
import { pick } from '../db/schema/pick.ts'
import { issuedDocuments } from '../db/tables/documents.ts'
import { establishments } from '../db/tables/schools.ts'
import type { Files } from '../files/fileStore.ts'
import {
  type DocumentData,
  fingerprintOf,
  type Holder,
  leastOf,
  nameOf,
  readDocumentData,
} from './documentData.ts'
import { type DocumentSettings, readDocumentSettings } from './documentSettings.ts'
import { type DocumentContent, renderDocument } from './renderDocument.ts'
import { SAMPLE_FOLIO, sampleData } from './sampleData.ts'
import type { SignDocument } from './signDocument.ts'

const FOLIO_BYTES = 10

/** What issuing needs of the server. */
export type DocumentTools = {
  files: Pick<Files, 'read' | 'write'>
  /** The address of the public check; undefined if the server does not know its own. */
  checkPage: string | undefined
  /** Returns what signs for the school with this RBD; undefined without a certificate. */
  findSigner: (rbd: string) => Promise<SignDocument | undefined>
}

/** Who asked for a document. */
type Requester = { parent_id: number } | { staff_name: string; batch_id?: number }
type Request = { holder: Holder; kind: DocumentKind; by: Requester; now?: Date }

/** A PDF that was issued, with the name that a download gets. */
export type IssuedFile = { folio: string; bytes: Buffer; file_name: string }

const fileNameOf = (kind: DocumentKind, holder: Holder) =>
  `${fileNames[kind]} - ${nameOf(holder)}.pdf`.replace(/[\\/:*?"<>|]/g, ' ')
const fileNames: Record<DocumentKind, string> = {
  regular: 'Alumno regular',
  grades: 'Notas',
  attendance: 'Asistencia',
  enrolment: 'Matrícula',
}

async function contentOf(
  { files, checkPage }: DocumentTools,
  settings: DocumentSettings,
  holder: Pick<Holder, 'address' | 'insign_id'>,
  given: { data: DocumentData; folio: string; issuedOn: string },
): Promise<DocumentContent> {
  const readPicture = async (id: string | null) => (id === null ? undefined : files.read(id))
  return {
    ...given,
    address: holder.address,
    checkPage,
    signer: {
      name: settings.signer_name,
      title: settings.signer_title,
      signature: await readPicture(settings.signature_id),
    },
    logo: await readPicture(settings.logo_id ?? holder.insign_id),
  }
}

type School = Pick<Holder, 'address' | 'insign_id'> & { name: string; rbd: string; time_zone: string }

/** Returns how a document of the school looks, with invented data. It has no folio. */
export async function previewDocument(
  db: Queryable,
  tools: DocumentTools,
  { establishment_id, kind, now = new Date() }: { establishment_id: number; kind: DocumentKind; now?: Date },
): Promise<Buffer> {
  const [school] = await db
    .select(pick(establishments, 'name', 'rbd', 'address', 'insign_id', 'time_zone'))
    .from(establishments)
    .where(eq(establishments.id, establishment_id))
  const { time_zone, rbd, name, ...place } = school as School
  const issuedOn = todayIn(time_zone, now)
  const data = { ...sampleData(kind, issuedOn), school: name, rbd }
  const settings = await readDocumentSettings(db, establishment_id)
  const content = await contentOf(tools, settings, place, { data, folio: SAMPLE_FOLIO, issuedOn })
  return renderDocument({ ...content, checkPage: undefined })
}

/** Issues a document: renders it, stores the file and its row. The caller has checked that the kind is turned on. */
export async function issueDocument(
  db: Queryable,
  tools: DocumentTools,
  { holder, kind, by, now = new Date() }: Request,
): Promise<IssuedFile> {
  const { establishment_id, student_id, enrollment_id, year, course } = holder
  const issued_on = todayIn(holder.time_zone, now)
  const settings = await readDocumentSettings(db, establishment_id)
  const data = await readDocumentData(db, holder, kind, issued_on)
  const fingerprint = fingerprintOf(data)
  const file_name = fileNameOf(kind, holder)
  const known =
    'parent_id' in by ? await findSame(db, { holder, kind, by, fingerprint, issued_on }) : undefined
  const stored = known && (await tools.files.read(known.file_id))
  if (known && stored) return { folio: known.folio, bytes: stored, file_name }
  const folio = folioOf(randomBytes(FOLIO_BYTES))
  const signer = await tools.findSigner(holder.rbd)
  const content = await contentOf(tools, settings, holder, { data, folio, issuedOn: issued_on })
  const rendered = await renderDocument(content, signer?.prepare)
  const bytes = signer ? await signer.sign(rendered) : rendered
  const file_id = randomBytes(16).toString('hex')
  await tools.files.write(file_id, bytes)
  await db.insert(issuedDocuments).values({
    establishment_id,
    folio,
    kind,
    student_id,
    enrollment_id,
    year,
    course,
    ...leastOf(holder),
    ...by,
    issued_on,
    fingerprint,
    file_id,
    file_hash: createHash('sha256').update(bytes).digest('hex'),
    file_bytes: bytes.length,
    is_signed: signer !== undefined,
  })
  return { folio, bytes, file_name }
}

/** Finds the document that the guardian got today with the same data, so that a second tap adds no second folio. */
async function findSame(
  db: Queryable,
  {
    holder,
    kind,
    by,
    fingerprint,
    issued_on,
  }: {
    holder: Holder
    kind: DocumentKind
    by: { parent_id: number }
    fingerprint: string
    issued_on: string
  },
) {
  const [found] = await db
    .select({ folio: issuedDocuments.folio, file_id: issuedDocuments.file_id })
    .from(issuedDocuments)
    .where(
      and(
        eq(issuedDocuments.establishment_id, holder.establishment_id),
        eq(issuedDocuments.student_id, holder.student_id),
        eq(issuedDocuments.kind, kind),
        eq(issuedDocuments.issued_on, issued_on),
        eq(issuedDocuments.parent_id, by.parent_id),
        eq(issuedDocuments.fingerprint, fingerprint),
        isNull(issuedDocuments.revoked_at),
      ),
    )
    .orderBy(desc(issuedDocuments.issued_at))
    .limit(1)
  return found
}
