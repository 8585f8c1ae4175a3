import * as z from 'zod/mini'
import { REQUEST_TEXT_MAX, requestKinds, requestOutcomes } from '../privacy.ts'
import { Day, Id, Instant, QueryDay, QueryId } from '../values/primitives.ts'
import { officeMessages } from './officeMessages.ts'
import { RegisterLine } from './register.ts'

export const requestViews = ['pending', 'answered'] as const
export const REQUEST_PAGE_ROWS = 100
export const ANSWER_TEXT_MAX = 2 * REQUEST_TEXT_MAX

/** The answers that are offered to begin with; who answers completes them. */
export const answerTemplates: { name: string; text: string }[] = [
  {
    name: 'Acceso concedido',
    text: 'Revisamos su solicitud. Sus datos están en Configuraciones, Privacidad, Descargar mis datos. Si necesita algo que no está ahí, respóndanos.',
  },
  {
    name: 'Dato corregido',
    text: 'Corregimos el dato que indicó. El cambio ya se ve en la aplicación.',
  },
  {
    name: 'Supresión con excepciones',
    text: 'Borramos lo que no estamos obligados a conservar. Lo demás se guarda por mandato legal mientras dure la matrícula, y se borra después.',
  },
  {
    name: 'Bloqueo acogido',
    text: 'Acogimos el bloqueo. Mientras dure, los datos no se muestran a otras familias.',
  },
  {
    name: 'No corresponde',
    text: 'No podemos acoger su solicitud, porque …. Puede reclamar ante la Agencia de Protección de Datos Personales.',
  },
]

const requestIds = { school_id: QueryId, request_id: QueryId }
export const ListDataRequestsRequest = z.strictObject({
  school_id: QueryId,
  view: z.enum(requestViews),
  page: z.optional(QueryId),
})

const InboxRequest = z.object({
  id: Id,
  kind: z.enum(requestKinds),
  /** Who asked; null after the account was erased. */
  guardian: z.nullable(z.string()),
  received_at: Instant,
  due_on: Day,
  /** The days that remain, working days for a block; negative after the last day, null after an answer. */
  days_left: z.nullable(z.int()),
  /** Whether a block is in force. */
  is_blocked: z.boolean(),
})
export type InboxRequest = z.infer<typeof InboxRequest>

export const ListDataRequestsResponse = z.object({
  requests: z.array(InboxRequest),
  total: z.int(),
  pending: z.int(),
})

export const DataRequestRequest = z.strictObject(requestIds)
export const OfficeDataRequestResponse = z.object({
  ...InboxRequest.shape,
  text: z.string(),
  sender: z.nullable(
    z.object({ id: Id, name: z.string(), email: z.string(), phone: z.nullable(z.string()) }),
  ),
  /** The student whom it is about; null for the guardian's own data. */
  student: z.nullable(
    z.object({
      id: Id,
      name: z.string(),
      /** Whether the sender is noted as a legal representative, and the student is old enough to ask too. */
      is_represented: z.boolean(),
      may_ask: z.boolean(),
    }),
  ),
  answers: z.array(
    z.object({ outcome: z.enum(requestOutcomes), text: z.string(), staff: z.string(), answered_at: Instant }),
  ),
  /** What the staff has done about the person since, from the register. */
  acts: z.array(RegisterLine),
})
export type OfficeDataRequest = z.infer<typeof OfficeDataRequestResponse>

export const AnswerDataRequestRequest = z.strictObject({
  ...requestIds,
  outcome: z.enum(requestOutcomes),
  text: z
    .string({ error: officeMessages.answerRequired })
    .check(
      z.trim(),
      z.minLength(1, officeMessages.answerRequired),
      z.maxLength(ANSWER_TEXT_MAX, `Escriba ${ANSWER_TEXT_MAX} caracteres como máximo`),
    ),
  /** The number of answers that the form showed: if a colleague was quicker, the response is 409. */
  answers: z.int().check(z.gte(0)),
})

/** Lines of the audit in a span; those of one member of the staff or of one guardian's account, if one is given. */
const scope = {
  school_id: QueryId,
  from: QueryDay,
  to: QueryDay,
  staff_id: z.optional(QueryId),
  parent_id: z.optional(QueryId),
}
export const BreachScopeRequest = z.strictObject(scope)
export const BreachScopeResponse = z.object({
  /** The accounts and students whom the lines are about, or whose guardians they are about. */
  guardians: z.int(),
  students: z.int(),
  first_students: z.array(z.string()),
})

const BodyText = (max: number) =>
  z
    .string({ error: officeMessages.textRequired })
    .check(z.trim(), z.minLength(1, officeMessages.textRequired), z.maxLength(max))
const BodyId = z.int().check(z.gte(1))
export const RecordBreachRequest = z.strictObject({
  school_id: QueryId,
  from: Day,
  to: Day,
  staff_id: z.nullable(BodyId),
  parent_id: z.nullable(BodyId),
  what: BodyText(1_000),
  measures: BodyText(1_000),
  is_sensitive: z.boolean(),
})

export const breachAudiences = ['agency', 'csirt', 'families'] as const
export type BreachAudience = (typeof breachAudiences)[number]
export const breachAudienceNames: Record<BreachAudience, string> = {
  agency: 'Agencia de Protección de Datos Personales',
  csirt: 'CSIRT Nacional',
  families: 'Familias afectadas',
}

const Breach = z.object({
  id: Id,
  what: z.string(),
  measures: z.string(),
  found_at: Instant,
  from: Day,
  to: Day,
  is_sensitive: z.boolean(),
  guardians: z.int(),
  students: z.int(),
  staff: z.string(),
  told: z.object({
    agency: z.nullable(Instant),
    csirt: z.nullable(Instant),
    families: z.nullable(Instant),
  }),
  /** What can be sent to each; that for CSIRT has no personal data. */
  drafts: z.object({ agency: z.string(), csirt: z.string(), families: z.string() }),
})
export type Breach = z.infer<typeof Breach>
export const BreachesResponse = z.object({ breaches: z.array(Breach) })

/** Notes that somebody was told. For the families, a draft of a notice is made, which the console then opens. */
export const TellBreachRequest = z.strictObject({
  school_id: QueryId,
  breach_id: QueryId,
  whom: z.enum(breachAudiences),
})
export const TellBreachResponse = z.object({
  success: z.literal(true),
  message: z.string(),
  notice_id: z.nullable(Id),
})
