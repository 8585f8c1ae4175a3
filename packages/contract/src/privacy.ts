import * as z from 'zod/mini'
import { Day, Id, openEnum, QueryId } from './values/primitives.ts'

/** What a guardian may show to the families of the course. */
export const consentKinds = ['phone', 'email', 'photo'] as const
export type ConsentKind = (typeof consentKinds)[number]
/** Where a consent was given or withdrawn: in the app, in the school's console, or by a command of the server. */
export const consentChannels = ['app', 'office', 'command'] as const

/** The kinds of records whose reads are noted. */
export const recordKinds = ['grades', 'observations', 'attendance'] as const
export type RecordKind = (typeof recordKinds)[number]

export const requestKinds = [
  'access',
  'rectification',
  'erasure',
  'opposition',
  'portability',
  'block',
] as const
export type RequestKind = (typeof requestKinds)[number]
/** What both apps call the rights. */
export const requestKindNames: Record<RequestKind, string> = {
  access: 'Acceso',
  rectification: 'Rectificación',
  erasure: 'Supresión',
  opposition: 'Oposición',
  portability: 'Portabilidad',
  block: 'Bloqueo',
}

/** `lifted` ends a block that was granted. */
export const requestOutcomes = ['granted', 'partly', 'refused', 'lifted'] as const
export type RequestOutcome = (typeof requestOutcomes)[number]

/** Within so many days the school answers; a block within so many working days. */
export const ANSWER_DAYS = 30
export const BLOCK_WORKING_DAYS = 2
export const REQUEST_TEXT_MAX = 2_000
/** From this age, students may ask by themselves for what is theirs. */
export const OWN_RIGHTS_AGE = 14

/** A new text gets a new version. The server stores the version and the hash of the text that was shown. */
export const CONSENT_VERSION = '2026-11'
export const consentTexts: Record<ConsentKind, string> = {
  phone:
    'Las familias del curso de mis hijos e hijas ven mi teléfono en Compañeros. Puedo dejar de mostrarlo cuando quiera.',
  email:
    'Las familias del curso de mis hijos e hijas ven mi correo en Compañeros. Puedo dejar de mostrarlo cuando quiera.',
  photo:
    'Las familias del curso ven en Compañeros la foto que tiene el colegio. Puedo dejar de mostrarla cuando quiera.',
}

const Consent = z.object({ is_granted: z.boolean(), since: z.nullable(Day) })

const DataRequest = z.object({
  id: Id,
  kind: openEnum(requestKinds),
  student_id: z.nullable(Id),
  establishment_id: Id,
  text: z.string(),
  received_on: Day,
  /** The last day for an answer. */
  due_on: Day,
  /** The days that remain; working days for a block. Negative once the day has passed; null after the answer. */
  days_left: z.nullable(z.int()),
  /** Whether a block is in force. */
  is_blocked: z.boolean(),
  answers: z.array(z.object({ outcome: openEnum(requestOutcomes), text: z.string(), answered_on: Day })),
})
export type DataRequest = z.infer<typeof DataRequest>

export const PrivacyResponse = z.object({
  phone: Consent,
  email: Consent,
  students: z.array(
    z.object({
      student_id: Id,
      establishment_id: Id,
      photo: Consent,
      /** Whether the school has noted the parent as a legal representative, who alone acts on the student's data. */
      is_representative: z.boolean(),
      /** Whether the student is of age to ask too. */
      may_ask: z.boolean(),
    }),
  ),
  schools: z.array(
    z.object({
      id: Id,
      name: z.string(),
      controller: z.nullable(z.string()),
      contact: z.nullable(z.string()),
    }),
  ),
  /** Newest first. */
  requests: z.array(DataRequest),
})
export type PrivacyResponse = z.infer<typeof PrivacyResponse>

const BodyId = z.int({ error: 'Falta un identificador' }).check(z.gte(1, 'Identificador inválido'))

/** `student_id` is the student of a photo, and null for the parent's own contacts. */
export const SetConsentRequest = z.strictObject({
  kind: z.enum(consentKinds, { error: 'Elige qué muestras' }),
  student_id: z.nullable(BodyId),
  is_granted: z.boolean({ error: 'Falta la decisión' }),
  /** The version of the text that the parent read: another one than the server's is refused. */
  version: z.string({ error: 'Falta la versión' }).check(z.maxLength(40, 'Falta la versión')),
})

/** The days on which families of the children's courses read the contacts, the newest first. */
export const ContactReadersResponse = z.object({
  days: z.array(z.object({ day: Day, families: z.int() })),
})

export const RecordReadsRequest = z.strictObject({ student_id: QueryId })
/** What each guardian read of the student, by day, the newest first. */
export const RecordReadsResponse = z.object({
  guardians: z.array(
    z.object({
      name: z.string(),
      is_own: z.boolean(),
      days: z.array(z.object({ day: Day, kinds: z.array(openEnum(recordKinds)) })),
    }),
  ),
})

export const dataFormats = ['json', 'pdf'] as const
export const MyDataRequest = z.strictObject({ format: z.enum(dataFormats, { error: 'Elige PDF o JSON' }) })

export const CreateDataRequestRequest = z.strictObject({
  /** Made by the device for this request. A repeated one with the same key gets the same response. */
  key: z.uuid({ error: 'Identificador inválido' }),
  kind: z.enum(requestKinds, { error: 'Elige qué pides' }),
  establishment_id: BodyId,
  /** Null for the parent's own data. */
  student_id: z.nullable(BodyId),
  text: z
    .string({ error: 'Cuenta qué pides' })
    .check(
      z.trim(),
      z.minLength(1, 'Cuenta qué pides'),
      z.maxLength(REQUEST_TEXT_MAX, `Escribe ${REQUEST_TEXT_MAX} caracteres como máximo`),
    ),
})

export const CreateDataRequestResponse = z.object({
  success: z.boolean(),
  message: z.string(),
  id: Id,
  due_on: Day,
})
