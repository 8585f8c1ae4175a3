import * as z from 'zod/mini'
import { Day, Id, Instant, QueryId, RandomId } from '../values/primitives.ts'
import { staffRoles } from './roles.ts'

export const noticeStates = ['draft', 'scheduled', 'sent', 'withdrawn', 'discarded'] as const
export type NoticeState = (typeof noticeStates)[number]
export const noticeAudiences = ['school', 'level', 'courses', 'families'] as const
export type NoticeAudience = (typeof noticeAudiences)[number]

export const NOTICE_TITLE_MAX = 120
export const NOTICE_BODY_MAX = 4_000
export const NOTICE_FILES_MAX = 5
export const NOTICE_FILE_BYTES_MAX = 20 * 1024 * 1024
export const NOTICE_PAGE_ROWS = 50
const COURSES_MAX = 200
const FAMILIES_MAX = 50

/** The states that the list filters by; a withdrawn notice is among the sent ones. */
export const noticeLists = ['all', 'sent', 'scheduled', 'draft'] as const

const noticeIds = { school_id: QueryId, notice_id: QueryId }
const BodyId = z.int().check(z.gte(1))
export const NoticesRequest = z.strictObject({
  school_id: QueryId,
  /** All notices if it is missing. */
  list: z.optional(z.enum(noticeLists)),
  page: z.optional(QueryId),
})
export const NewNoticeRequest = z.strictObject({ school_id: QueryId })
export const NewNoticeResponse = z.object({ id: Id })
export const NoticeRequest = z.strictObject(noticeIds)
/** `changed_at` is the notice's, as the caller read it: if somebody has changed it since, the response is 409. */
const changedAt = { changed_at: Instant }
export const ChangeNoticeRequest = z.strictObject({ ...noticeIds, ...changedAt })

const texts = {
  title: z.string().check(z.trim(), z.maxLength(NOTICE_TITLE_MAX, 'El título es muy largo')),
  body: z.string().check(z.maxLength(NOTICE_BODY_MAX, 'El mensaje es muy largo')),
  file_ids: z.array(RandomId).check(z.maxLength(NOTICE_FILES_MAX, 'Son más de cinco documentos')),
}
const draft = {
  ...texts,
  audience: z.enum(noticeAudiences),
  levels: z.array(z.string().check(z.maxLength(80))).check(z.maxLength(COURSES_MAX)),
  course_ids: z.array(BodyId).check(z.maxLength(COURSES_MAX)),
  student_ids: z.array(BodyId).check(z.maxLength(FAMILIES_MAX, 'Son demasiadas familias. Elija un curso.')),
  asks_receipt: z.boolean(),
  send_at: z.nullable(Instant),
  ends_on: z.nullable(Day),
}
export const SaveNoticeRequest = z.strictObject({ ...noticeIds, ...changedAt, ...draft })
export const SaveNoticeResponse = z.object({ changed_at: Instant })
/** A correction is a new version, which gets new receipts. */
export const CorrectNoticeRequest = z.strictObject({ ...noticeIds, ...changedAt, ...texts })

/** The body has the bytes of the file. */
export const AddNoticeFileRequest = z.strictObject({
  ...noticeIds,
  name: z.string().check(z.minLength(1), z.maxLength(200)),
})
const NoticeFile = z.object({ file_id: RandomId, name: z.string(), bytes: z.int() })
export const AddNoticeFileResponse = NoticeFile

const NoticeSummary = z.object({
  id: Id,
  state: z.enum(noticeStates),
  title: z.string(),
  /** For whom it is, such as '5° Básico A y 5° Básico B'. */
  audience_text: z.string(),
  staff: z.string(),
  version: z.int(),
  send_at: z.nullable(Instant),
  sent_at: z.nullable(Instant),
  ends_on: z.nullable(Day),
  withdrawn_at: z.nullable(Instant),
  asks_receipt: z.boolean(),
  /** Of the families (students) whom it is for, those with a guardian's receipt; null unless receipts are asked for. */
  receipts: z.nullable(z.object({ families: z.int(), received: z.int() })),
})
/** `counts` has the number of notices in each list. */
export const OfficeNoticesResponse = z.object({
  notices: z.array(NoticeSummary),
  total: z.int(),
  counts: z.object({ sent: z.int(), scheduled: z.int(), draft: z.int() }),
})

export const OfficeNoticeResponse = z.object({
  ...NoticeSummary.shape,
  body: z.string(),
  role: z.enum(staffRoles),
  files: z.array(NoticeFile),
  audience: z.enum(noticeAudiences),
  levels: z.array(z.string()),
  course_ids: z.array(Id),
  students: z.array(z.object({ id: Id, name: z.string(), course: z.string() })),
  /** The hash of the current version; null before the notice is sent. */
  hash: z.nullable(z.string()),
  withdrawn_by: z.nullable(z.string()),
  changed_by: z.string(),
  changed_at: Instant,
  /** Whether a reminder was sent today. */
  was_reminded_today: z.boolean(),
  /** The receipts by course, for a sent notice that asks for them. */
  courses: z.array(z.object({ course_id: Id, name: z.string(), families: z.int(), received: z.int() })),
})

export const NoticeCourseRequest = z.strictObject({ ...noticeIds, course_id: QueryId })
/** The families of a course with their guardians; those without a receipt first. */
export const NoticeCourseResponse = z.object({
  families: z.array(
    z.object({
      student_id: Id,
      student: z.string(),
      guardians: z.array(z.object({ name: z.string(), received_at: z.nullable(Instant) })),
    }),
  ),
})

/** How a notice reaches the families of its audience. */
export const NoticeReachResponse = z.object({
  students: z.int(),
  guardians: z.int(),
  /** The guardians by the first way that they have: notifications, the mail digest, the app alone, or none. */
  push: z.int(),
  mail: z.int(),
  app: z.int(),
  nobody: z.int(),
  /** The number of students without a guardian whom it reaches, and the first of them. */
  unreached_total: z.int(),
  unreached: z.array(z.object({ student: z.string(), course: z.string() })),
  /** A guardian as whom the preview shows it; null for an empty audience. */
  sample: z.nullable(z.object({ guardian: z.string(), student: z.string(), course: z.string() })),
})

export const NoticeAudienceRequest = z.strictObject({ school_id: QueryId })
/** The courses with students, in the school's order. */
export const NoticeAudienceResponse = z.object({
  courses: z.array(z.object({ id: Id, level: z.string(), name: z.string(), students: z.int() })),
})
export const FindFamiliesRequest = z.strictObject({
  school_id: QueryId,
  text: z.string().check(z.trim(), z.minLength(2), z.maxLength(80)),
})
export const FindFamiliesResponse = z.object({
  students: z.array(z.object({ id: Id, name: z.string(), course: z.string() })),
})
export const RemindResponse = z.object({ success: z.literal(true), message: z.string(), families: z.int() })
