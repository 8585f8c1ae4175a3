import * as z from 'zod/mini'
import { Id, Instant, QueryDay, QueryId } from '../values/primitives.ts'

/** What screens and lists call whoever runs the server and its commands. */
export const OPERATOR_NAME = 'Administración del servidor'

/** The actions of the school's register, with what the screens call them. */
export const registerActions = {
  staff_login: 'Ingresó',
  staff_logout: 'Cerró sesión',
  staff_login_failed: 'Contraseña equivocada',
  staff_factor_failed: 'Segundo factor equivocado',
  staff_recovery_code_used: 'Usó un código de respaldo',
  staff_enrolled: 'Se registró',
  staff_password_changed: 'Cambió su contraseña',
  staff_factor_added: 'Agregó un segundo factor',
  staff_factor_removed: 'Quitó un segundo factor',
  staff_recovery_codes_replaced: 'Pidió otros códigos de respaldo',
  staff_invited: 'Invitó a una persona',
  staff_reset: 'Restableció un acceso',
  staff_role_changed: 'Cambió un rol',
  staff_ended: 'Terminó un acceso',
  staff_denied: 'Intentó algo que su rol no incluye',
  setting_changed: 'Cambió un ajuste',
  closure_added: 'Agregó días sin clases',
  closure_removed: 'Quitó días sin clases',
  notice_sent: 'Envió un comunicado',
  notice_scheduled: 'Programó un comunicado',
  notice_corrected: 'Corrigió un comunicado',
  notice_withdrawn: 'Retiró un comunicado',
  notice_reminded: 'Recordó un comunicado',
  receipts_exported: 'Descargó acuses de recibo',
  excuse_decided: 'Decidió una justificación',
  excuse_attachment_read: 'Abrió el adjunto de una justificación',
  document_issued: 'Emitió un documento',
  document_requested: 'Pidió un documento en la aplicación',
  documents_issued: 'Emitió documentos a cursos',
  document_downloaded: 'Descargó un documento',
  document_revoked: 'Revocó un documento',
  course_list_exported: 'Descargó una lista de un curso',
  request_answered: 'Respondió una solicitud sobre datos',
  request_data_read: 'Abrió los datos de una solicitud',
  breach_recorded: 'Anotó una vulneración de datos',
  breach_told: 'Anotó un aviso de una vulneración',
  register_exported: 'Descargó el registro',
  load_applied: 'Cargó datos',
  load_undone: 'Deshizo una carga',
  people_invited: 'Invitó a apoderados',
  people_invitations_withdrawn: 'Retiró claves',
  people_key_sent: 'Dio otra clave',
  people_email_corrected: 'Corrigió un correo',
  people_guardian_corrected: 'Corrigió datos de un apoderado',
  people_student_corrected: 'Corrigió datos de un estudiante',
  people_student_erased: 'Borró a un estudiante',
  family_exported: 'Descargó los datos de una familia',
  people_social_name_set: 'Anotó el nombre social',
  people_sharing_set: 'Anotó una autorización',
  people_access_blocked: 'Bloqueó un acceso',
  people_access_restored: 'Restableció un acceso a un estudiante',
  people_representative_set: 'Anotó quién representa legalmente',
  people_link_removed: 'Quitó un vínculo',
  people_guardian_added: 'Agregó a un apoderado',
  people_unlocked: 'Olvidó intentos fallidos',
  people_account_closed: 'Cerró una cuenta',
  people_account_opened: 'Abrió una cuenta',
  operator: OPERATOR_NAME,
} as const
export type RegisterAction = keyof typeof registerActions

const filters = {
  school_id: QueryId,
  staff_id: z.optional(QueryId),
  student_id: z.optional(QueryId),
  action: z.optional(z.enum(Object.keys(registerActions) as RegisterAction[])),
  /** The first and the last day, by the school's clock. */
  from: z.optional(QueryDay),
  to: z.optional(QueryDay),
}

export const RegisterRequest = z.strictObject({ ...filters, page: z.optional(QueryId) })
export const RegisterExportRequest = z.strictObject(filters)

export const REGISTER_PAGE_LINES = 100

const Named = z.object({ id: Id, name: z.string() })
export const RegisterLine = z.object({
  id: Id,
  at: Instant,
  action: z.string(),
  /** Who acted; null for the operator, and for a failed sign-in of an unknown e-mail. */
  staff: z.nullable(Named),
  /** The member of the staff whom the action was about. */
  member: z.nullable(Named),
  student: z.nullable(Named),
  /** The guardian whom the action was about. */
  guardian: z.nullable(Named),
  /** More about the action, such as `before` and `after`. */
  detail: z.record(z.string(), z.unknown()),
  /** The network address of the call; null for the operator. */
  address: z.nullable(z.string()),
})
export type RegisterLine = z.infer<typeof RegisterLine>

/** The newest lines first; page 1 has the first `REGISTER_PAGE_LINES` of `total`. */
export const RegisterResponse = z.object({ lines: z.array(RegisterLine), total: z.int() })
