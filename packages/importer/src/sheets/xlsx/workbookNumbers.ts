/** How a cell displays its number. */
export type NumberKind = 'plain' | 'percent' | 'date' | 'dateTime' | 'time'

/** Number formats that are built into every workbook; the formats from 50 on are Asian dates. */
const BUILT_IN: [from: number, to: number, kind: NumberKind][] = [
  [9, 10, 'percent'],
  [14, 17, 'date'],
  [18, 21, 'time'],
  [22, 22, 'dateTime'],
  [27, 31, 'date'],
  [32, 35, 'time'],
  [36, 36, 'date'],
  [45, 47, 'time'],
  [50, 58, 'date'],
]

export const builtInKind = (id: number): NumberKind =>
  BUILT_IN.find(([from, to]) => id >= from && id <= to)?.[2] ?? 'plain'

/**
 * Matches the parts of a format code that are ignored: texts, padding, colours, conditions and languages, but not
 * elapsed times such as '[h]' or '[mm]'.
 */
const DECORATION = /"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^[\]]*\]/gi

/** Returns the kind of a format code such as 'dd/mm/yyyy;@' or '[$-340A]h:mm AM/PM'. */
export function kindOfCode(code: string): NumberKind {
  const [positiveFormat = ''] = code.replace(DECORATION, '').split(';')
  if (/general/i.test(positiveFormat)) return 'plain'
  const hasTime = /[hs]/i.test(positiveFormat)
  const hasDate = /[yd]/i.test(positiveFormat) || (!hasTime && /m/i.test(positiveFormat))
  if (hasDate) return hasTime ? 'dateTime' : 'date'
  if (hasTime) return 'time'
  return positiveFormat.includes('%') ? 'percent' : 'plain'
}

/** Most numbers in a school's workbook have this form. */
const SHORT_WHOLE = /^\d{1,15}$/
const DAY_SECONDS = 86_400
/** 31-12-9999, the last day that spreadsheets support. */
const LAST_DAY = 2_958_465
/** In workbooks that were started on old Macs, day 0 is 1-1-1904. */
const DAYS_TO_1904 = 1462

/** Returns the text that the cell shows: '5.4', '30%', '2026-03-04', '2026-03-04 08:17', '08:17'. */
export function textOfNumber(value: string, kind: NumberKind, is1904: boolean): string {
  if (kind === 'plain' && SHORT_WHOLE.test(value)) return value
  const number = Number(value)
  if (value.trim() === '' || !Number.isFinite(number)) return value
  if (kind === 'plain') return withoutNoise(number)
  if (kind === 'percent') return `${withoutNoise(number * 100)}%`
  // Rounding is needed because 08:17 is not an exact fraction of a day.
  const seconds = Math.round(number * DAY_SECONDS)
  if (seconds < 0 || number >= LAST_DAY + 1) return withoutNoise(number)
  const clock = new Date((seconds % DAY_SECONDS) * 1000).toISOString().slice(11, 16)
  if (kind === 'time') return clock
  const day = dayOf(Math.floor(seconds / DAY_SECONDS) + (is1904 ? DAYS_TO_1904 : 0))
  return kind === 'date' || seconds % DAY_SECONDS === 0 ? day : `${day} ${clock}`
}

/** Rounds to 15 digits, as spreadsheets do: 5.3999999999999995 is shown as 5.4. */
const withoutNoise = (number: number) => String(Number(number.toPrecision(15)))

/**
 * Returns the day of a serial number. Spreadsheets count 29-2-1900, which did not exist, as day 60, so the numbers
 * before it are one day behind.
 */
function dayOf(serial: number): string {
  const days = serial < 60 ? serial + 1 : serial
  return new Date(Date.UTC(1899, 11, 30 + days)).toISOString().slice(0, 10)
}

const ISO = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d))?|^(?:T)?(\d\d:\d\d)/

/** Returns the text of a cell that contains an ISO date, '2026-03-04T08:17:00': '2026-03-04 08:17'. */
export function textOfIsoDate(value: string): string {
  const [, day, time, only] = ISO.exec(value.trim()) ?? []
  if (only) return only
  if (!day) return value
  return time && time !== '00:00' ? `${day} ${time}` : day
}
