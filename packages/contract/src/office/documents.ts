import * as z from 'zod/mini'
import { documentKinds, parseFolio } from '../documents.ts'
import { Day, Id, Instant, QueryId } from '../values/primitives.ts'
import { officeMessages } from './officeMessages.ts'

export const DOCUMENT_PAGE_ROWS = 20
/** The largest picture of a signature or logo that the console takes, in bytes. */
export const DOCUMENT_PICTURE_BYTES_MAX = 2 * 1024 * 1024
const REASON_LENGTH_MAX = 300
const NAME_LENGTH_MAX = 100

/** 'outdated': the school's data have changed since the document was issued. */
export const documentStates = ['valid', 'outdated', 'revoked'] as const

const Kind = z.enum(documentKinds)
/** A folio as it is typed, with or without dashes. */
const Folio = z.codec(z.string().check(z.maxLength(40)), z.string(), {
  decode: (text) => parseFolio(text) ?? '',
  encode: (folio) => folio,
})

export const IssuedDocumentsRequest = z.strictObject({
  school_id: QueryId,
  page: z.optional(QueryId),
  student_id: z.optional(QueryId),
})
export const FolioRequest = z.strictObject({ school_id: QueryId, folio: Folio })

export const IssuedDocument = z.object({
  folio: z.string(),
  kind: Kind,
  state: z.enum(documentStates),
  student: z.object({ id: Id, name: z.string() }),
  course: z.string(),
  issued_at: Instant,
  issued_on: Day,
  /** Who asked for it: a guardian by the app, or a member of the staff; both null after an erasure. */
  guardian: z.nullable(z.string()),
  staff: z.nullable(z.string()),
  is_signed: z.boolean(),
  /** How often the folio was checked in public, and when last. */
  checks: z.int(),
  checked_at: z.nullable(Instant),
  revoked_at: z.nullable(Instant),
  revoked_by: z.nullable(z.string()),
  revoke_reason: z.nullable(z.string()),
})
export type IssuedDocument = z.infer<typeof IssuedDocument>

/** A job that issues one document to each student of some courses. */
const DocumentBatch = z.object({
  id: Id,
  kind: Kind,
  courses: z.string(),
  total: z.int(),
  done: z.int(),
  staff: z.string(),
  created_at: Instant,
  ended_at: z.nullable(Instant),
  failure: z.nullable(z.string()),
})
export type DocumentBatch = z.infer<typeof DocumentBatch>

/** The newest first; page 1 has the first `DOCUMENT_PAGE_ROWS` of `total`. */
export const IssuedDocumentsResponse = z.object({
  /** The kinds that the school has turned on. */
  kinds: z.array(Kind),
  documents: z.array(IssuedDocument),
  total: z.int(),
  this_year: z.int(),
  revoked: z.int(),
  batches: z.array(DocumentBatch),
})

export const IssueDocumentRequest = z.strictObject({ school_id: QueryId, student_id: Id, kind: Kind })
export const IssueDocumentResponse = z.object({ folio: z.string() })
export const IssueToCoursesRequest = z.strictObject({
  school_id: QueryId,
  kind: Kind,
  course_ids: z.array(Id).check(z.minLength(1), z.maxLength(200)),
})
export const IssueToCoursesResponse = z.object({ id: Id, total: z.int() })
export const DocumentBatchRequest = z.strictObject({ school_id: QueryId, batch_id: QueryId })

export const RevokeDocumentRequest = z.strictObject({
  school_id: QueryId,
  folio: Folio,
  reason: z
    .string({ error: officeMessages.revocationReason })
    .check(z.trim(), z.minLength(3, officeMessages.revocationReason), z.maxLength(REASON_LENGTH_MAX)),
})

export const DocumentPreviewRequest = z.strictObject({ school_id: QueryId, kind: Kind })

/** Who signs is '' until the school says so. */
const DocumentChoices = z.strictObject({
  kinds: z.array(Kind),
  signer_name: z.string().check(z.trim(), z.maxLength(NAME_LENGTH_MAX)),
  signer_title: z.string().check(z.trim(), z.maxLength(NAME_LENGTH_MAX)),
})
export type DocumentChoices = z.infer<typeof DocumentChoices>

export const DocumentSettingsResponse = z.object({
  kinds: z.array(Kind),
  signer_name: z.string(),
  signer_title: z.string(),
  has_signature: z.boolean(),
  /** Whether documents have a logo of their own; without one they have the school's. */
  has_logo: z.boolean(),
  /** Whether the server has a certificate of the school, with which it signs the documents. */
  has_certificate: z.boolean(),
})

/** `before` is what the page showed: if somebody changed it since, the answer is 409. */
export const SaveDocumentSettingsRequest = z.strictObject({
  school_id: QueryId,
  before: DocumentChoices,
  after: DocumentChoices,
})

export const documentPictures = ['signature', 'logo'] as const
export const DocumentPictureRequest = z.strictObject({
  school_id: QueryId,
  picture: z.enum(documentPictures),
})

/** What the staff takes home about a course. */
export const courseLists = ['students', 'attendance', 'grades'] as const
export type CourseList = (typeof courseLists)[number]
export const courseListNames: Record<CourseList, string> = {
  students: 'Nómina del curso',
  attendance: 'Asistencia del mes',
  grades: 'Notas del período',
}
export const listFormats = ['pdf', 'xlsx'] as const

/** `month` as YYYY-MM for 'attendance', the period for 'grades'. */
export const CourseListRequest = z.strictObject({
  school_id: QueryId,
  course_id: QueryId,
  list: z.enum(courseLists),
  format: z.enum(listFormats),
  month: z.optional(z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/))),
  sub_period_id: z.optional(QueryId),
})
export const CourseListChoicesResponse = z.object({
  periods: z.array(z.object({ id: Id, name: z.string() })),
})
