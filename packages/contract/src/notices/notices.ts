import * as z from 'zod/mini'
import { Id, Instant } from '../values/primitives.ts'

/** `getNotices` returns at most this many notices. */
export const NOTICES_MAX = 60

/** What the school has written to the parent's families. */
export const Notice = z.object({
  id: Id,
  /** The number of this version; every correction has a higher one. */
  version: Id,
  establishment_id: Id,
  /** The parent's students for whom it is. */
  student_ids: z.array(Id),
  title: z.string(),
  /** Plain text in the syntax of `parseNoticeText`. */
  body: z.string(),
  /** The role of who sent it, such as 'Dirección'. */
  sender: z.string(),
  /** For whom it is, such as 'Para todas las familias del colegio'. */
  audience: z.string(),
  sent_at: Instant,
  /** When this version replaced an earlier one; null for the first version. */
  corrected_at: z.nullable(Instant),
  /** `document` is a root-relative path, as that of an event. */
  files: z.array(z.object({ document: z.string(), name: z.string(), bytes: z.int() })),
  asks_receipt: z.boolean(),
  /** When the parent confirmed this version; null if not yet. */
  received_at: z.nullable(Instant),
  is_read: z.boolean(),
})
export type Notice = z.infer<typeof Notice>

/** The notices that families see now: those with a receipt due first, then the newest first. */
export const NoticesResponse = z.object({ notices: z.array(Notice) })

const id = z.int({ error: 'Falta un identificador' }).check(z.gte(1, 'Identificador inválido'))
export const NoticeVersionRequest = z.strictObject({ notice_id: id, version: id })

export const ReceiptResponse = z.object({
  success: z.literal(true),
  message: z.string(),
  received_at: Instant,
})
