import * as z from 'zod/mini'
import { messages } from './messages.ts'
import { newsKinds } from './news.ts'
import { Id, openEnum } from './values/primitives.ts'

/** The default hours without notifications, in the school's local time. */
export const QUIET_HOURS = { quiet_from: '21:00', quiet_until: '07:00' } as const

/** How often a parent gets a mail with the news: never, each day or on Fridays; at 18:00 in the school's local time. */
export const digestPeriods = ['never', 'daily', 'weekly'] as const

/** `kinds` maps each kind of news that the server knows to whether the parent's devices are notified of such news. */
const StudentNotifications = z.object({ student_id: Id, kinds: z.record(z.string(), z.boolean()) })

export const NotificationSettings = z.object({
  /** All linked students. */
  students: z.array(StudentNotifications),
  /** No news are pushed between these hours, 'HH:MM' in the school's local time; both are null without such hours. */
  quiet_from: z.nullable(z.string()),
  quiet_until: z.nullable(z.string()),
  /** Whether notifications contain the student's name, the subject and the mark. */
  show_detail: z.boolean(),
  /** Missing if the server sends no digests: it is an older version, or PUBLIC_URL is not set. */
  digest: z.optional(openEnum(digestPeriods)),
  /** False if `digest` is the default of the parent's schools; missing if `digest` is. */
  is_digest_chosen: z.optional(z.boolean()),
  /** The key with which a browser subscribes; null if this server sends no Web Push. */
  vapid_public_key: z.nullable(z.string()),
  /** How many devices of the parent are notified. */
  devices: z.int(),
  /** Whether the device of the requesting session is one of `devices`. */
  is_device_saved: z.boolean(),
})
export type NotificationSettings = z.infer<typeof NotificationSettings>

export const testOutcomes = ['sent', 'gone', 'no_device', 'not_configured', 'unavailable', 'refused'] as const
export type TestOutcome = (typeof testOutcomes)[number]

/** The outcome of a test notification; `message` describes it in Spanish. */
export const TestNotificationResponse = z.object({ outcome: openEnum(testOutcomes), message: z.string() })

/** The parameters of the unsubscribe link in a digest mail; `signature` signs the id `parent`. */
export const EndDigestRequest = z.strictObject({
  parent: z.string({ error: messages.notFound }).check(z.regex(/^[1-9]\d{0,15}$/, messages.notFound)),
  signature: z.string({ error: messages.notFound }).check(z.regex(/^[\w-]{43}$/, messages.notFound)),
})

const studentId = z.int({ error: 'Falta un identificador' }).check(z.gte(1, 'Identificador inválido'))
const timeOfDay = z
  .string({ error: 'Falta una hora' })
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Hora inválida'))

/** A kind that the request lacks keeps its setting, and a student whom it lacks keeps all settings. */
export const NotificationSettingsRequest = z
  .strictObject({
    students: z
      .array(
        z.strictObject({
          student_id: studentId,
          kinds: z.partialRecord(z.enum(newsKinds), z.boolean({ error: 'Falta una preferencia' }), {
            error: 'Falta una preferencia',
          }),
        }),
        { error: 'Faltan los estudiantes' },
      )
      .check(z.maxLength(50, 'Demasiados estudiantes')),
    quiet_from: z.nullable(timeOfDay),
    quiet_until: z.nullable(timeOfDay),
    show_detail: z.boolean({ error: 'Falta una preferencia' }),
    /** If this field is missing, the parent's earlier choice, or else the school's default, stays in force. */
    digest: z.optional(z.enum(digestPeriods, { error: 'Frecuencia inválida' })),
  })
  .check(
    z.refine(({ quiet_from, quiet_until }) => (quiet_from === null) === (quiet_until === null), {
      error: 'Falta una hora',
      path: ['quiet_until'],
    }),
    z.refine(({ quiet_from, quiet_until }) => quiet_from === null || quiet_from !== quiet_until, {
      error: 'Las dos horas son iguales',
      path: ['quiet_until'],
    }),
  )
