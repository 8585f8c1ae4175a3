import * as z from 'zod/mini'
import { Day, Id, Instant, openEnum, QueryId } from './values/primitives.ts'

/** What a justification is about: a late arrival, or one or more days of absence. */
export const excuseKinds = ['arrear', 'absence'] as const
export type ExcuseKind = (typeof excuseKinds)[number]

export const excuseReasons = ['transport', 'health', 'errand', 'family', 'travel', 'other'] as const
export type ExcuseReason = (typeof excuseReasons)[number]
/** What both apps call the reasons. */
export const excuseReasonNames: Record<ExcuseReason, string> = {
  transport: 'Transporte',
  health: 'Salud',
  errand: 'Trámite o citación',
  family: 'Situación familiar',
  travel: 'Viaje',
  other: 'Otro',
}

export const excuseVerdicts = ['justified', 'rejected'] as const
export type ExcuseVerdict = (typeof excuseVerdicts)[number]
export const excuseStates = ['pending', ...excuseVerdicts] as const
export type ExcuseState = (typeof excuseStates)[number]

export const EXCUSE_TEXT_MAX = 500
export const ATTACHMENT_BYTES_MAX = 5 * 1024 * 1024
/** An absence can be announced for today and this many days. */
export const ANNOUNCED_DAYS_MAX = 30
/** A justification is about so many days at most. */
export const EXCUSE_DAYS_MAX = 31

/** `stored` once the school has it; `refused` if it could not be opened safely; `removed` after the school's term. */
export const attachmentStates = ['expected', 'stored', 'refused', 'removed'] as const

export const ExcuseAttachment = z.object({
  name: z.string(),
  bytes: z.int(),
  state: openEnum(attachmentStates),
  /** The day on which the school deletes it. */
  removed_on: Day,
})

export const Excuse = z.object({
  id: Id,
  kind: openEnum(excuseKinds),
  from: Day,
  to: Day,
  state: openEnum(excuseStates),
  sent_at: Instant,
  /** Who sent it: 'Paola Huenchul'; null after that account was erased. */
  sender: z.nullable(z.string()),
  is_own: z.boolean(),
  /** What only the sender reads; null for other guardians. */
  reason: z.nullable(openEnum(excuseReasons)),
  text: z.nullable(z.string()),
  attachment: z.nullable(ExcuseAttachment),
  /** Until when the school answers, by its own term; null once it is decided. */
  answer_by: z.nullable(Day),
  decided_at: z.nullable(Instant),
  explanation: z.nullable(z.string()),
})
export type Excuse = z.infer<typeof Excuse>

/** The justifications of the student's school year, newest first, without those withdrawn. */
export const ExcusesResponse = z.object({
  excuses: z.array(Excuse),
  /** The school's term for an answer, in working days. */
  answer_days: z.int(),
  /** Whether the school takes a PDF as an attachment, which needs a virus scanner. */
  accepts_pdf: z.boolean(),
  /** Whether a justified absence lowers the percentage of attendance. */
  counts_justified: z.boolean(),
})
export type ExcusesResponse = z.infer<typeof ExcusesResponse>

const BodyId = z.int({ error: 'Falta un identificador' }).check(z.gte(1, 'Identificador inválido'))
/** The server also checks that the day exists. */
const RequestDay = z
  .string({ error: 'Falta una fecha' })
  .check(z.regex(/^20\d\d-\d\d-\d\d$/, 'Fecha inválida'))

const badFile = { error: 'Elige un archivo de 5 MB como máximo' }

export const CreateExcuseRequest = z.strictObject({
  student_id: BodyId,
  /** Made by the device for this justification. A repeated request with the same key gets the same response. */
  key: z.uuid({ error: 'Identificador inválido' }),
  kind: z.enum(excuseKinds, { error: 'Elige qué justificas' }),
  from: RequestDay,
  to: RequestDay,
  reason: z.enum(excuseReasons, { error: 'Elige un motivo' }),
  text: z
    .string({ error: 'Cuéntalo en pocas palabras' })
    .check(z.trim(), z.maxLength(EXCUSE_TEXT_MAX, 'Escribe 500 caracteres como máximo')),
  /** The file that follows by `uploadExcuseAttachment`; null without one. */
  attachment: z.nullable(
    z.strictObject(
      {
        name: z.string(badFile).check(z.trim(), z.minLength(1, badFile), z.maxLength(120, badFile)),
        bytes: z.int(badFile).check(z.gte(1, badFile), z.lte(ATTACHMENT_BYTES_MAX, badFile)),
      },
      badFile,
    ),
  ),
})
export type CreateExcuseRequest = z.infer<typeof CreateExcuseRequest>

export const CreateExcuseResponse = z.object({ success: z.boolean(), message: z.string(), id: Id })

/** The body has the bytes of the file, as application/octet-stream. */
export const UploadExcuseAttachmentRequest = z.strictObject({ student_id: QueryId, excuse_id: QueryId })

export const WithdrawExcuseRequest = z.strictObject({ student_id: BodyId, excuse_id: BodyId })
