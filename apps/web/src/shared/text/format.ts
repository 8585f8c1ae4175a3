import { config } from '../../config.ts'
import { schoolZoneOf, selectedStudent } from '../session/session.ts'
import { getSession } from '../session/store.ts'

export const MISSING = '—'

/** 4.05 → '4,1': rounds half up on the decimal text, as binary rounding would give 4,0. Null → '—'. */
export function oneDecimal(value: number | null): string {
  if (value === null || !Number.isFinite(value)) return MISSING
  const [integerPart = '0', fraction = ''] = Math.abs(value) < 1e-6 ? [] : String(Math.abs(value)).split('.')
  const tenths = Number(integerPart + (fraction[0] ?? '0')) + (Number(fraction[1] ?? 0) >= 5 ? 1 : 0)
  const sign = value < 0 && tenths > 0 ? '-' : ''
  return `${sign}${Math.floor(tenths / 10)},${tenths % 10}`
}

/** An attendance percentage as '84,9'. A value under the required minimum is not rounded up to the minimum. */
export const attendanceDecimal = (value: number): string =>
  oneDecimal(value < config.attendanceMinimum ? Math.min(value, config.attendanceMinimum - 0.1) : value)

/** '12345678' and 'k' → '12.345.678-K'. */
export function formatRut(rut: string | null, rut_dv: string | null): string {
  if (!rut) return MISSING
  const dotted = rut.replace(/\B(?=(\d{3})+$)/g, '.')
  return rut_dv ? `${dotted}-${rut_dv.toUpperCase()}` : dotted
}

export const rutLabel = (rut: string | null): 'RUT' | 'IPE' => (Number(rut) >= config.ipeFrom ? 'IPE' : 'RUT')

/** A day `YYYY-MM-DD` → '17-05-2014'. It uses no Date, which could shift the day by the time zone. */
export const formatDay = (day: string | null): string => day?.split('-').reverse().join('-') ?? MISSING

const WEEKDAYS = ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado']
const MONTHS = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
]

/** A day `YYYY-MM-DD` → 'miércoles 4 de marzo'. */
export function longDay(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const weekday = new Date(Date.UTC(year, month - 1, date)).getUTCDay()
  return `${WEEKDAYS[weekday]} ${date} de ${MONTHS[month - 1]}`
}

/** A day `YYYY-MM-DD` → '4 de marzo'. */
export const dayAndMonth = (day: string): string => longDay(day).replace(/^\S+ /, '')

/** A day `YYYY-MM-DD` → 'miércoles 4 de marzo de 2026'. */
export const longDayOfYear = (day: string): string => `${longDay(day)} de ${day.slice(0, 4)}`

/** A month `YYYY-MM` → 'octubre 2026'. */
export const monthOfYear = (month: string): string =>
  `${MONTHS[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`

/** The part of Temporal that is used here; some browsers lack Temporal. */
type TemporalApi = {
  Instant: { fromEpochMilliseconds(ms: number): { toZonedDateTimeISO(timeZone: string): object } }
}

/** The formatters by time zone. They are reused, as creating one takes longer than all its uses in a page. */
const formattersByZone: Record<string, Intl.DateTimeFormat> = {}

function partsOf(moment: Date, timeZone: string) {
  formattersByZone[timeZone] ??= new Intl.DateTimeFormat('en-CA', {
    timeZone,
    ...({ year: 'numeric', month: '2-digit', day: '2-digit' } as const),
    ...({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const),
  })
  const parts = formattersByZone[timeZone].formatToParts(moment)
  return Object.fromEntries(parts.map(({ type, value }) => [type, value]))
}

/** Returns the day `YYYY-MM-DD` and the time 'HH:MM' of an instant by the clock of the selected student's school. */
export function schoolClock(
  moment: Date,
  timeZone = schoolZoneOf(selectedStudent(getSession())),
): { day: string; time: string } {
  try {
    return clockIn(timeZone, moment)
  } catch {
    // Devices from before 2025 do not know Coyhaique, whose clocks show the time of Punta Arenas.
    return clockIn(timeZone === 'America/Coyhaique' ? 'America/Punta_Arenas' : config.schoolZone, moment)
  }
}

function clockIn(timeZone: string, moment: Date) {
  // Temporal avoids the first use of Intl, for which the browser loads all data of a language.
  const { Temporal } = globalThis as { Temporal?: TemporalApi }
  if (Temporal) {
    const text = String(Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timeZone))
    return { day: text.slice(0, 10), time: text.slice(11, 16) }
  }
  const { year, month, day, hour, minute } = partsOf(moment, timeZone)
  return { day: `${year}-${month}-${day}`, time: `${hour}:${minute}` }
}

/** Returns the school's local time at an ISO instant. If its offset is not UTC, it is the school's own offset. */
export const localTimeOf = (instant: string): { day: string; time: string } =>
  /[+-](?!00:00)\d\d:\d\d$/.test(instant)
    ? { day: instant.slice(0, 10), time: instant.slice(11, 16) }
    : schoolClock(new Date(instant))

/** An ISO instant with an offset → '04-03-2026 08:17'. */
export function formatInstant(instant: string): string {
  const { day, time } = localTimeOf(instant)
  return `${formatDay(day)} ${time}`
}

/** Returns 'hace un momento', 'hace 2 min', 'hace 3 h', 'hace 1 día', 'hace 5 días' and so on. */
export function timeAgo(moment: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - moment.getTime()) / 60_000)
  if (minutes < 1) return 'hace un momento'
  if (minutes < 60) return `hace ${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return `hace ${hours} h`
  const days = Math.floor(hours / 24)
  return `hace ${days} ${days === 1 ? 'día' : 'días'}`
}

export const capitalize = (text: string): string => text.charAt(0).toLocaleUpperCase('es-CL') + text.slice(1)
