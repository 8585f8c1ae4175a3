/** How a cell shows its number. */
export type NumberKind = 'plain' | 'percent' | 'date' | 'dateTime' | 'time'

/** Those that every workbook has without writing them down; above 50 are Asian dates. */
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

/** Texts, padding, colours, conditions and languages; but not '[h]', the hours of a span. */
const DECORATION = /"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^[\]]*\]/gi

/** Of a code such as 'dd/mm/yyyy;@' or '[$-340A]h:mm AM/PM'. */
export function kindOfCode(code: string): NumberKind {
  const [shown = ''] = code.replace(DECORATION, '').split(';')
  if (/general/i.test(shown)) return 'plain'
  const hasTime = /[hs]/i.test(shown)
  const hasDate = /[yd]/i.test(shown) || (!hasTime && /m/i.test(shown))
  if (hasDate) return hasTime ? 'dateTime' : 'date'
  if (hasTime) return 'time'
  return shown.includes('%') ? 'percent' : 'plain'
}

/** As nearly every number of a school. */
const SHORT_WHOLE = /^\d{1,15}$/
const DAY_SECONDS = 86_400
/** 31-12-9999, the last day of a spreadsheet. */
const LAST_DAY = 2_958_465
/** Of the workbooks that old Macs began: their day 0 is 1-1-1904. */
const DAYS_TO_1904 = 1462

/** As its cell shows it: '5.4', '30%', '2026-03-04', '2026-03-04 08:17', '08:17'. */
export function textOfNumber(value: string, kind: NumberKind, is1904: boolean): string {
  if (kind === 'plain' && SHORT_WHOLE.test(value)) return value
  const number = Number(value)
  if (value.trim() === '' || !Number.isFinite(number)) return value
  if (kind === 'plain') return withoutNoise(number)
  if (kind === 'percent') return `${withoutNoise(number * 100)}%`
  // Rounded: 08:17 is no exact part of a day.
  const seconds = Math.round(number * DAY_SECONDS)
  if (seconds < 0 || number >= LAST_DAY + 1) return withoutNoise(number)
  const clock = clockOf(seconds % DAY_SECONDS)
  if (kind === 'time') return clock
  const day = dayOf(Math.floor(seconds / DAY_SECONDS) + (is1904 ? DAYS_TO_1904 : 0))
  return kind === 'date' || seconds % DAY_SECONDS === 0 ? day : `${day} ${clock}`
}

/** Spreadsheets count with 15 digits: 5.3999999999999995 is 5.4 to everybody who looks at it. */
const withoutNoise = (number: number) => String(Number(number.toPrecision(15)))

function clockOf(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

/** Day 60 is a 29-2-1900 that never was: what is before it lies one day later than counted. */
function dayOf(serial: number): string {
  const days = serial < 60 ? serial + 1 : serial
  return new Date(Date.UTC(1899, 11, 30 + days)).toISOString().slice(0, 10)
}

const ISO = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d))?|^(?:T)?(\d\d:\d\d)/

/** Of a cell that holds '2026-03-04T08:17:00' as such. */
export function textOfIsoDate(value: string): string {
  const [, day, time, only] = ISO.exec(value.trim()) ?? []
  if (only) return only
  if (!day) return value
  return time && time !== '00:00' ? `${day} ${time}` : day
}
