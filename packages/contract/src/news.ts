import * as z from 'zod/mini'
import { Day, Id, Instant, openEnum } from './values/primitives.ts'

/** The kinds of changes of data that are reported to families, when the school's settings say. */
export const changeKinds = [
  'grade',
  'observation',
  'arrear',
  'absence',
  'event',
  'document',
  'timetable',
  'account',
] as const
/** The kinds of news: the changes, and the notices that the school sends, which are told at once. */
export const newsKinds = [...changeKinds, 'notice'] as const
export type ChangeKind = (typeof changeKinds)[number]
export type NewsKind = (typeof newsKinds)[number]

/** When a change becomes public by a school's settings, and is told. */
export const newsTimings = ['at_once', 'after_hours', 'at_time', 'never'] as const

/** `getNews` answers the changes that became public in this many days, the newest first. */
export const NEWS_DAYS = 60
/** `getNews` answers at most this many changes. */
export const NEWS_MAX = 100

/** A change of one student's data. A change that concerns several students is repeated for each of them. */
export const NewsItem = z.object({
  id: Id,
  student_id: Id,
  kind: openEnum(newsKinds),
  change: openEnum(['added', 'changed', 'removed']),
  /**
   * The name of the assessment, the event or the document, or the keyword of the observation. For the kind 'account':
   * 'email', 'rut', 'contact' or 'access' for the parent's own account, 'student_rut' for the student's RUN, and null
   * for the parent's access to the student.
   */
  title: z.nullable(z.string()),
  subject: z.nullable(z.string()),
  /** The day of the assessment, observation, late arrival, absence or event; null for the other kinds. */
  day: z.nullable(Day),
  /**
   * Old and new value: a grade as '5.4' or concept, a late arrival's status, an observation's type, a notice's version,
   * or 'reminder' for the reminder of a missing receipt; else null.
   */
  old_value: z.nullable(z.string()),
  new_value: z.nullable(z.string()),
  /** The moment from which families can read the change. */
  published_at: Instant,
  is_unread: z.boolean(),
  /** The ids by which the app links to the changed item: of sub-period, subject and item or notice, where they exist. */
  sub_period_id: z.nullable(Id),
  course_subject_id: z.nullable(Id),
  item_id: z.nullable(Id),
})
export type NewsItem = z.infer<typeof NewsItem>

/** `unread` counts all unread changes of `NEWS_DAYS`, also those beyond `NEWS_MAX`. */
export const NewsResponse = z.object({ unread: z.int(), news: z.array(NewsItem) })

/**
 * Whether the text is a moment since 1970 that PostgreSQL accepts too. This excludes offsets beyond 14:59 hours, and
 * 31 February, which JavaScript reads as 3 March.
 */
function isPostgresInstant(text: string): boolean {
  if (!Instant.safeParse(text).success || !(Date.parse(text) >= 0)) return false
  const day = text.slice(0, 10)
  return new Date(day).toISOString().startsWith(day) && /(Z|[+-](0\d|1[0-4]):\d\d)$/.test(text)
}

/**
 * Marks a student's changes up to `until` as read: those of one kind or, if `kind` is null, of all kinds; with `ids`
 * only these, which are of one kind.
 */
export const MarkNewsReadRequest = z.strictObject({
  student_id: z.int({ error: 'Falta un identificador' }).check(z.gte(1, 'Identificador inválido')),
  kind: z.nullable(z.enum(newsKinds, { error: 'Tipo de novedad inválido' })),
  until: z
    .string({ error: 'Falta una fecha' })
    .check(z.refine((text) => isPostgresInstant(text), 'Fecha inválida')),
  ids: z.optional(
    z
      .array(z.int({ error: 'Identificador inválido' }).check(z.gte(1, 'Identificador inválido')), {
        error: 'Identificadores inválidos',
      })
      .check(z.maxLength(NEWS_MAX, 'Demasiadas novedades')),
  ),
})
