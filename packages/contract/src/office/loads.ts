import * as z from 'zod/mini'
import { Id, Instant, QueryId } from '../values/primitives.ts'

/** Limits of a delivery. */
export const LOAD_BYTES_MAX = 300 * 1024 * 1024
export const LOAD_FILES_MAX = 5_000
export const LOAD_PAGE_ROWS = 50

const loadIds = { school_id: QueryId, load_id: QueryId }
export const SchoolLoadsRequest = z.strictObject({ school_id: QueryId, page: z.optional(QueryId) })
export const NewLoadRequest = z.strictObject({ school_id: QueryId })
export const LoadRequest = z.strictObject(loadIds)
export const NewLoadResponse = z.object({ id: Id })

/** The path of a delivered file, relative to the delivered folder: no part is hidden, or leads out of the folder. */
const FilePath = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(400),
    z.regex(
      /^(?!\.)[^/\\\p{Cc}]{1,120}(\/(?!\.)[^/\\\p{Cc}]{1,120}){0,5}$/u,
      'Ese nombre de archivo no sirve',
    ),
  )
export const AddLoadFileRequest = z.strictObject({
  ...loadIds,
  path: FilePath,
  bytes: z.int().check(z.gte(1), z.lte(LOAD_BYTES_MAX)),
})
const FileId = z.string().check(z.regex(/^[0-9a-f]{32}$/, 'Identificador inválido'))
export const AddLoadFileResponse = z.object({ file_id: z.string() })
export const LoadFileRequest = z.strictObject({ ...loadIds, file_id: FileId })

/** The sheets that may be declared complete: what they lack about their students, days and courses is removed. */
export const completableSheets = [
  'evaluaciones',
  'notas',
  'asistencia',
  'atrasos',
  'observaciones',
  'agenda',
] as const
export const CheckLoadRequest = z.strictObject({ ...loadIds, complete: z.array(z.enum(completableSheets)) })

export const CorrectCellRequest = z.strictObject({
  ...loadIds,
  file: z.string().check(z.maxLength(500)),
  line: z.int().check(z.gte(1), z.lte(2_000_000)),
  position: z.int().check(z.gte(0), z.lte(1_000)),
  /** Null takes the correction back. */
  value: z.nullable(z.string().check(z.maxLength(4_000))),
})

/** The workbooks to fill in: all sheets, or the grades or the attendance of each course. */
export const LoadTemplateRequest = z.strictObject({
  school_id: QueryId,
  template: z.enum(['book', 'grades', 'attendance']),
})

const Keep = z.union([z.literal('all'), z.array(z.string().check(z.maxLength(60)))])
export const AnswerLoadRequest = z.strictObject({
  ...loadIds,
  /** By kind, what stays: all, or the rows by name; the number of ended rows is typed if there are too many. */
  removals: z.record(
    z.enum(['matrículas', 'vínculos', 'electivos']),
    z.optional(z.strictObject({ keep: Keep, typed: z.optional(z.int()) })),
  ),
  emails: z.optional(z.strictObject({ keep: z.union([z.literal('all'), z.array(Id)]) })),
})

const Counts = z.object({
  added: z.int(),
  changed: z.int(),
  emptied: z.int(),
  ended: z.int(),
  unchanged: z.int(),
})

const LoadReview = z.object({
  counts: z.record(z.string(), Counts),
  columns: z.array(
    z.object({
      merge: z.string(),
      column: z.string(),
      changed: z.int(),
      emptied: z.int(),
      examples: z.array(
        z.object({
          file: z.nullable(z.int()),
          line: z.nullable(z.int()),
          /** Whose row it is; missing in reviews of earlier versions. */
          person: z.optional(z.nullable(z.string())),
          before: z.nullable(z.string()),
          after: z.nullable(z.string()),
        }),
      ),
    }),
  ),
  /** The names of the files, by the numbers in the examples and e-mails. */
  files: z.array(z.string()),
  /** Whom the news of the load would reach, by kind, with the school's timing of that kind. */
  told: z.object({
    families: z.int(),
    news: z.array(
      z.object({
        kind: z.string(),
        families: z.int(),
        timing: z.enum(['at_once', 'after_hours', 'at_time']),
        hours: z.nullable(z.int()),
        at_time: z.nullable(z.string()),
      }),
    ),
  }),
  /** What ends without a question, by kind and person or title; missing in reviews of earlier versions. */
  ended: z.optional(
    z.array(z.object({ merge: z.string(), rows: z.array(z.object({ name: z.string(), count: z.int() })) })),
  ),
  removals: z.array(
    z.object({
      kind: z.string(),
      of: z.int(),
      is_excessive: z.boolean(),
      rows: z.array(
        z.object({
          row_name: z.string(),
          name: z.string(),
          course: z.nullable(z.string()),
          document: z.nullable(z.string()),
        }),
      ),
    }),
  ),
  emails: z.array(
    z.object({
      parent_id: Id,
      name: z.string(),
      old_email: z.string(),
      new_email: z.string(),
      file: z.int(),
      line: z.int(),
    }),
  ),
})

const LoadSummary = z.object({
  id: Id,
  state: z.string(),
  /** Who runs it; null for the operator's command. */
  staff: z.nullable(z.string()),
  is_own: z.boolean(),
  created_at: Instant,
  applied_at: z.nullable(Instant),
  undone_at: z.nullable(Instant),
  undone_by: z.nullable(z.string()),
  files: z.array(z.string()),
  /** The number of rows that it added, changed or ended. */
  rows: z.int(),
  /** Why it cannot be undone; null if it can. */
  undo_refusal: z.nullable(z.string()),
})

/** Unfinished loads and the history, newest first; page 1 has the first `LOAD_PAGE_ROWS` of `total`. */
export const SchoolLoadsResponse = z.object({ loads: z.array(LoadSummary), total: z.int() })

export const LoadResponse = z.object({
  ...LoadSummary.shape,
  step: z.nullable(z.string()),
  done: z.int(),
  total: z.int(),
  failure: z.nullable(z.string()),
  is_outdated: z.boolean(),
  complete: z.array(z.string()),
  delivered: z.array(
    z.object({
      file_id: z.string(),
      path: z.string(),
      bytes: z.int(),
      is_uploaded: z.boolean(),
      /** As what the last check recognised the file; empty before a check, and if it did not. */
      sheets: z.array(z.string()),
      /** The number of its valid rows; null for other files, and before a check. */
      rows: z.nullable(z.int()),
    }),
  ),
  corrections: z.array(
    z.object({
      file: z.string(),
      line: z.int(),
      position: z.int(),
      column: z.string(),
      before: z.string(),
      value: z.string(),
    }),
  ),
  errors: z.int(),
  warnings: z.int(),
  review: z.nullable(LoadReview),
  answers: z.unknown(),
  /** The questions without an answer, one line for each. */
  missing: z.array(z.string()),
  counts: z.nullable(z.record(z.string(), z.unknown())),
  /** Another load of the school that is being saved. */
  busy: z.nullable(z.object({ staff: z.nullable(z.string()), since: Instant })),
  /**
   * Whom the news of the saved load reach, in all and by kind, with when they become public. A family is a student with a
   * guardian who has access.
   */
  told_families: z.int(),
  news: z.array(z.object({ kind: z.string(), families: z.int(), published_at: Instant })),
})

/** The problems of the last check by cause, errors first. */
export const LoadProblemsResponse = z.object({
  causes: z.array(
    z.object({
      cause: Id,
      is_warning: z.boolean(),
      file: z.string(),
      column: z.nullable(z.string()),
      message: z.string(),
      /** What the school does about it; null if the message says all. */
      help: z.nullable(z.string()),
      count: z.int(),
    }),
  ),
})

export const LoadCauseRequest = z.strictObject({ ...loadIds, cause: QueryId, page: z.optional(QueryId) })
export const LoadCauseResponse = z.object({
  total: z.int(),
  header: z.nullable(z.object({ line: z.int(), cells: z.array(z.string()) })),
  problems: z.array(
    z.object({
      line: z.nullable(z.int()),
      position: z.nullable(z.int()),
      expected: z.nullable(z.string()),
      /** The corrected cell; null without a correction. */
      corrected: z.nullable(z.string()),
      /** The row with the two before and after it, as the sheet has them. */
      rows: z.array(z.object({ line: z.int(), cells: z.array(z.string()) })),
    }),
  ),
})

export const AnswerLoadResponse = z.object({ missing: z.array(z.string()) })
