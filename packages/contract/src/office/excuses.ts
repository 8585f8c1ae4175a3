import * as z from 'zod/mini'
import {
  attachmentStates,
  EXCUSE_TEXT_MAX,
  excuseKinds,
  excuseReasons,
  excuseStates,
  excuseVerdicts,
} from '../excuses.ts'
import { parentTypes } from '../profile.ts'
import { Day, Id, Instant, QueryDay, QueryId } from '../values/primitives.ts'

export const excuseViews = ['pending', 'decided', 'all'] as const
export const EXCUSE_PAGE_ROWS = 100
/** So many justifications are decided at once at most. */
export const DECIDED_AT_ONCE_MAX = 50
export const EXPLANATIONS_MAX = 12

/** What the sheets say where they disagree with a justification; 'none' for a late arrival that they no longer have. */
export const sheetStatuses = ['present', 'justified', 'rejected', 'none'] as const

export const ListExcusesRequest = z.strictObject({
  school_id: QueryId,
  view: z.enum(excuseViews),
  kind: z.optional(z.enum(excuseKinds)),
  course_id: z.optional(QueryId),
  /** Only those about this day. */
  day: z.optional(QueryDay),
  page: z.optional(QueryId),
})

const InboxExcuse = z.object({
  id: Id,
  student: z.object({ id: Id, name: z.string() }),
  course: z.string(),
  kind: z.enum(excuseKinds),
  from: Day,
  to: Day,
  /** Sent before its first day was over. */
  is_announced: z.boolean(),
  state: z.enum(excuseStates),
  sent_at: Instant,
  answer_by: z.nullable(Day),
  /** What the sheets say if they disagree with the decision and the difference is not settled. */
  sheet_status: z.nullable(z.enum(sheetStatuses)),
  /** The number of decisions so far, by which a decision is refused if a colleague was quicker. */
  decisions: z.int(),
})
export type InboxExcuse = z.infer<typeof InboxExcuse>

/** Those that wait come first by their age; in the other views the newest first. */
export const ListExcusesResponse = z.object({
  excuses: z.array(InboxExcuse),
  total: z.int(),
  /** How many wait for a decision, and how many announced an absence of today. */
  pending: z.int(),
  announced_today: z.int(),
  today: Day,
  courses: z.array(z.object({ id: Id, name: z.string() })),
  answer_days: z.int(),
  /** The explanations that the staff has saved. */
  saved_texts: z.array(z.string()),
})

export const ExcuseRequest = z.strictObject({ school_id: QueryId, excuse_id: QueryId })

export const OfficeExcuseResponse = z.object({
  ...InboxExcuse.shape,
  reason: z.enum(excuseReasons),
  text: z.string(),
  sender: z.nullable(z.object({ name: z.string(), parent_type: z.enum(parentTypes) })),
  attachment: z.nullable(
    z.object({ name: z.string(), bytes: z.int(), state: z.enum(attachmentStates), removed_on: Day }),
  ),
  decided: z.array(
    z.object({
      state: z.enum(excuseVerdicts),
      explanation: z.nullable(z.string()),
      staff: z.string(),
      decided_at: Instant,
    }),
  ),
  /** The student's other justifications of the year, newest first. */
  earlier: z.array(
    z.object({ id: Id, kind: z.enum(excuseKinds), from: Day, to: Day, state: z.enum(excuseStates) }),
  ),
  /** When the student arrived, for a late arrival that the sheets have. */
  arrived_at: z.nullable(Instant),
})
export type OfficeExcuse = z.infer<typeof OfficeExcuseResponse>

export const DecideExcusesRequest = z.strictObject({
  school_id: QueryId,
  excuses: z
    .array(z.strictObject({ id: z.int().check(z.gte(1)), decisions: z.int().check(z.gte(0)) }))
    .check(z.minLength(1), z.maxLength(DECIDED_AT_ONCE_MAX)),
  state: z.enum(excuseVerdicts),
  explanation: z
    .string()
    .check(z.trim(), z.maxLength(EXCUSE_TEXT_MAX, `Escriba ${EXCUSE_TEXT_MAX} caracteres como máximo`)),
})

export const SaveExplanationsRequest = z.strictObject({
  school_id: QueryId,
  texts: z
    .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(EXCUSE_TEXT_MAX)))
    .check(z.maxLength(EXPLANATIONS_MAX, `Guarde ${EXPLANATIONS_MAX} textos como máximo`)),
})
