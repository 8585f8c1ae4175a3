import * as z from 'zod/mini'
import { type ChangeKind, changeKinds, newsTimings } from '../news.ts'
import { digestPeriods } from '../notifications.ts'
import { Day, QueryDay, QueryId } from '../values/primitives.ts'
import { officeMessages } from './officeMessages.ts'

/** The time zones of Chile. */
export const chileanTimeZones = [
  'America/Santiago',
  'Pacific/Easter',
  'America/Punta_Arenas',
  'America/Coyhaique',
] as const
export const UNDO_DAYS_MAX = 30

/** When a change becomes public and is told: `hours` only for 'after_hours', `at_time` as HH:MM only for 'at_time'. */
const NewsTiming = z
  .strictObject({
    timing: z.enum(newsTimings),
    hours: z.nullable(z.int().check(z.gte(1), z.lte(168))),
    at_time: z.nullable(z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))),
  })
  .check(
    z.refine(
      ({ timing, hours, at_time }) =>
        (timing === 'after_hours') === (hours !== null) && (timing === 'at_time') === (at_time !== null),
    ),
  )
export type NewsTiming = z.infer<typeof NewsTiming>

const ShortText = z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(120)))

const schoolSettings = {
  /** How often families who have not chosen get a digest by mail. */
  digest: z.enum(digestPeriods),
  time_zone: z.string(),
  undo_days: z.int(),
  /** The working days for an answer to a justification, and the days until its attachment is deleted. */
  excuse_answer_days: z.int(),
  attachment_days: z.int(),
  /** Whether a justified absence lowers the percentage of attendance. */
  counts_justified_absences: z.boolean(),
  /** The responsible of the data by law, whether it is a public body, and whom families ask. */
  controller_name: z.nullable(z.string()),
  controller_is_public: z.boolean(),
  privacy_contact: z.nullable(z.string()),
}
const NewSchoolSettings = z.strictObject({
  ...schoolSettings,
  time_zone: z.string().check(z.maxLength(60)),
  undo_days: z.int().check(z.gte(0), z.lte(UNDO_DAYS_MAX)),
  excuse_answer_days: z.int().check(z.gte(1), z.lte(30)),
  attachment_days: z.int().check(z.gte(1), z.lte(365)),
  controller_name: ShortText,
  privacy_contact: ShortText,
})
export type SchoolSettings = z.infer<typeof NewSchoolSettings>

export const SettingsResponse = z.object({
  news: z.array(z.object({ kind: z.enum(changeKinds), ...NewsTiming.shape })),
  school: z.object(schoolSettings),
})

/** In changes, `before` is what the page showed: if somebody changed it since, the answer is 409. */
export const ChangeNewsTimingRequest = z.strictObject({
  school_id: QueryId,
  kind: z.enum(changeKinds),
  before: NewsTiming,
  after: NewsTiming,
})
export const ChangeSchoolSettingsRequest = z.strictObject({
  school_id: QueryId,
  before: NewSchoolSettings,
  after: NewSchoolSettings,
})

const DayRange = { starts_on: Day, ends_on: Day }
/** The current school year, and the periods and days without classes from its January on. */
export const SchoolCalendarResponse = z.object({
  year: z.int(),
  periods: z.array(z.object({ name: z.string(), ...DayRange })),
  closures: z.array(z.object({ name: z.string(), ...DayRange })),
})

/** Days without classes; to be removed, as the list showed them. */
export const ClosureRequest = z.strictObject({
  school_id: QueryId,
  starts_on: QueryDay,
  ends_on: QueryDay,
  name: z
    .string({ error: officeMessages.nameRequired })
    .check(z.trim(), z.minLength(1, officeMessages.nameRequired), z.maxLength(100)),
})

export const newsKindNames: Record<ChangeKind, string> = {
  grade: 'Calificaciones',
  observation: 'Observaciones',
  arrear: 'Atrasos',
  absence: 'Inasistencias',
  event: 'Agenda',
  document: 'Documentos',
  timetable: 'Horario',
  account: 'Cuentas y vínculos',
}

export function newsTimingText({ timing, hours, at_time }: NewsTiming): string {
  if (timing === 'at_once') return 'De inmediato'
  if (timing === 'never') return 'Nunca'
  if (timing === 'at_time') return `A las ${at_time}`
  return hours === 1 ? 'Después de 1 hora' : `Después de ${hours} horas`
}

export const schoolSettingNames: Record<keyof SchoolSettings, string> = {
  digest: 'Resumen por correo a quienes no eligieron',
  time_zone: 'Zona horaria',
  undo_days: 'Deshacer una carga',
  excuse_answer_days: 'Responder una justificación',
  attachment_days: 'Borrar adjuntos después de',
  counts_justified_absences: 'Inasistencias justificadas',
  controller_name: 'Responsable de los datos',
  controller_is_public: 'Tipo de responsable',
  privacy_contact: 'Contacto para las familias',
}

const digestNames: Record<SchoolSettings['digest'], string> = {
  never: 'Nunca',
  daily: 'Cada día a las 18:00',
  weekly: 'Los viernes a las 18:00',
}
const zoneNames: Record<string, string> = {
  'America/Santiago': 'Chile continental',
  'Pacific/Easter': 'Isla de Pascua',
  'America/Punta_Arenas': 'Magallanes',
  'America/Coyhaique': 'Aysén',
}
const undoDaysText = (days: number) =>
  days === 0 ? 'No se puede' : days === 1 ? 'Hasta 1 día después' : `Hasta ${days} días después`

/** Returns what screens and the Registro call the value of a setting. */
export function schoolSettingText<N extends keyof SchoolSettings>(name: N, settings: SchoolSettings): string {
  if (name === 'digest') return digestNames[settings.digest]
  if (name === 'excuse_answer_days') return `En ${settings.excuse_answer_days} días hábiles`
  if (name === 'attachment_days') return `${settings.attachment_days} días`
  if (name === 'counts_justified_absences')
    return settings.counts_justified_absences ? 'Bajan el porcentaje' : 'No cuentan en el porcentaje'
  if (name === 'controller_name') return settings.controller_name ?? 'Sin anotar'
  if (name === 'privacy_contact') return settings.privacy_contact ?? 'Sin anotar'
  if (name === 'controller_is_public')
    return settings.controller_is_public ? 'Organismo público' : 'Persona o entidad privada'
  if (name === 'undo_days') return undoDaysText(settings.undo_days)
  return zoneNames[settings.time_zone] ?? settings.time_zone
}
