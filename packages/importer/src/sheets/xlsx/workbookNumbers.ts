/**
 * How the number format of a cell displays its number: as it is, as a percentage, as a date or time, or by a mask of
 * digits, such as '000' for 007 or '##.###.###-#' for a RUN.
 */
export type NumberKind = 'plain' | 'percent' | 'date' | 'dateTime' | 'time' | { mask: string }

/** The ids of the number formats that every workbook has; those from 27 to 36 and from 50 on are East Asian dates. */
const BUILT_IN_FORMATS: [from: number, to: number, kind: NumberKind][] = [
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

export const kindOfBuiltIn = (id: number): NumberKind =>
  BUILT_IN_FORMATS.find(([from, to]) => id >= from && id <= to)?.[2] ?? 'plain'

/**
 * Matches the parts of a format code that are ignored: texts, padding, colours, conditions and languages, but not
 * elapsed times such as '[h]' or '[mm]'.
 */
const FORMAT_DECORATION = /"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^[\]]*\]/gi

/** Matches '000', which fills up with zeros, and '##.###.###-#' or '0-0', which separates the check digit. */
const DIGIT_MASK = /^(?:0{2,15}|[#0.,]*[#0]-[#0])$/

/** Writes a whole number by a mask: a '0' without a digit becomes 0, and a '#' without a digit ends the number. */
function writeByMask(digits: string, mask: string): string {
  let rest = digits
  let shown = ''
  for (let index = mask.length - 1; index >= 0; index -= 1) {
    if (rest === '' && !mask.slice(0, index + 1).includes('0')) break
    const sign = mask[index] as string
    const isPlace = sign === '#' || sign === '0'
    shown = (isPlace ? rest.slice(-1) || '0' : sign) + shown
    if (isPlace) rest = rest.slice(0, -1)
  }
  return rest + shown
}

/** Returns the kind of a format code such as 'dd/mm/yyyy;@' or '[$-340A]h:mm AM/PM'. */
export function kindOfCode(code: string): NumberKind {
  const mask = code.split(';')[0]?.replace(/["\\]/g, '') ?? ''
  if (DIGIT_MASK.test(mask)) return { mask }
  const [positiveFormat = ''] = code.replace(FORMAT_DECORATION, '').split(';')
  if (/general/i.test(positiveFormat)) return 'plain'
  const hasTime = /[hs]/i.test(positiveFormat)
  const hasDate = /[yd]/i.test(positiveFormat) || (!hasTime && /m/i.test(positiveFormat))
  if (hasDate) return hasTime ? 'dateTime' : 'date'
  if (hasTime) return 'time'
  return positiveFormat.includes('%') ? 'percent' : 'plain'
}

/** Matches most numbers in a school's workbook, which are shown as they are stored. */
const SHORT_WHOLE_NUMBER = /^\d{1,15}$/
const SECONDS_PER_DAY = 86_400
/** The serial number of 31-12-9999, the last day that spreadsheets support. */
const LAST_DAY_NUMBER = 2_958_465
/** The serial number of 1-1-1904, which is day 0 in workbooks that were started on old Macs. */
const DAY_NUMBER_OF_1904 = 1462

/** Returns the text for a stored number, by its kind: '5.4', '30%', '2026-03-04', '2026-03-04 08:17', '08:17'. */
export function textOfNumber(value: string, kind: NumberKind, is1904: boolean): string {
  if (kind === 'plain' && SHORT_WHOLE_NUMBER.test(value)) return value
  if (typeof kind === 'object') return SHORT_WHOLE_NUMBER.test(value) ? writeByMask(value, kind.mask) : value
  const number = Number(value)
  if (value.trim() === '' || !Number.isFinite(number)) return value
  if (kind === 'plain') return roundOffNoise(number)
  if (kind === 'percent') return `${roundOffNoise(number * 100)}%`
  // Rounding is needed because 08:17 is not an exact fraction of a day.
  const seconds = Math.round(number * SECONDS_PER_DAY)
  if (seconds < 0 || number >= LAST_DAY_NUMBER + 1) return roundOffNoise(number)
  const clock = new Date((seconds % SECONDS_PER_DAY) * 1000).toISOString().slice(11, 16)
  if (kind === 'time') return clock
  const day = dayOfSerialNumber(Math.floor(seconds / SECONDS_PER_DAY) + (is1904 ? DAY_NUMBER_OF_1904 : 0))
  return kind === 'date' || seconds % SECONDS_PER_DAY === 0 ? day : `${day} ${clock}`
}

/** Rounds to 15 digits, as spreadsheets do: 5.3999999999999995 is shown as 5.4. */
const roundOffNoise = (number: number) => String(Number(number.toPrecision(15)))

/** Returns the day of a serial number. Day 60 is 29-2-1900, which did not exist: lower numbers are one day behind. */
function dayOfSerialNumber(serial: number): string {
  const days = serial < 60 ? serial + 1 : serial
  return new Date(Date.UTC(1899, 11, 30 + days)).toISOString().slice(0, 10)
}

const ISO_DATE_OR_TIME = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d))?|^(?:T)?(\d\d:\d\d)/

/** Writes '2026-03-04T08:17:00' as '2026-03-04 08:17', midnight as the day alone, a time as '08:17'; else unchanged. */
export function textOfIsoDate(value: string): string {
  const [, day, time, only] = ISO_DATE_OR_TIME.exec(value.trim()) ?? []
  if (only) return only
  if (!day) return value
  return time && time !== '00:00' ? `${day} ${time}` : day
}
