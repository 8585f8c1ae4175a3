import type { CellType, Refuse } from '../cellType.ts'

const DAY_FIRST_DATE = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?:[T ]\s*(\S.*))?$/
const YEAR_FIRST_DATE = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[T ]\s*(\S.*))?$/
const SHORT_YEAR_DATE = /^\d{1,2}[-/.]\d{1,2}[-/.]\d{2}(?!\d)/
/** Matches a spreadsheet's number of a day, which appears if the cell has lost its date format. */
const SERIAL_NUMBER = /^\d{5}(\.\d+)?$/

const daysInMonth = (year: number, month: number) =>
  month >= 1 && month <= 12 ? new Date(Date.UTC(year, month, 0)).getUTCDate() : 0

/** A day, 'YYYY-MM-DD', and the text after it, `rest`, which may be a time. */
export type ParsedDay = { day: string; rest: string | undefined }

/** Reads a day in a year from `from` to `to`, and the rest. Date would accept 31/02 and shift days by the time zone. */
export function readDay(
  text: string,
  refuse: Refuse,
  { from, to, accepts }: { from: number; to: number; accepts: string },
): ParsedDay | undefined {
  const dayFirst = DAY_FIRST_DATE.exec(text)
  const [, first = '', , month = '', last = '', rest] = dayFirst ?? YEAR_FIRST_DATE.exec(text) ?? []
  if (!first) return refuse(...reasonForNoDay(text), accepts)
  const [year, day] = dayFirst ? [last, first] : [first, last]
  if (Number(day) < 1 || Number(day) > daysInMonth(Number(year), Number(month)))
    return refuse('esa fecha no existe', accepts)
  if (Number(year) < from || Number(year) > to)
    return refuse(`el año debe estar entre ${from} y ${to}`, accepts)
  return { day: `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`, rest }
}

function reasonForNoDay(text: string): [string] {
  if (SHORT_YEAR_DATE.test(text)) return ['el año debe tener cuatro cifras']
  if (SERIAL_NUMBER.test(text)) return ['es un número: la celda perdió su formato de fecha']
  return ['no es una fecha']
}

/** Whether the text has the form of a day, which may not exist. */
export const isDayText = (text: string) =>
  [DAY_FIRST_DATE, YEAR_FIRST_DATE, SHORT_YEAR_DATE].some((form) => form.test(text.trim()))

const CLOCK_TIME = /^\d{1,2}[:.]\d{2}/

function dayCellBetween(from: number, to: number, accepts: string): CellType<string> {
  const form = { from, to, accepts }
  return {
    accepts,
    format: (value) => String(value).split('-').reverse().join('-'),
    parse(text, refuse) {
      const found = readDay(text, refuse, form)
      if (!found?.rest || CLOCK_TIME.test(found.rest)) return found?.day
      return refuse('no es una fecha', accepts)
    },
  }
}

/** A day from 2000 to 2100. A time after the day is ignored. */
export const dayCell = dayCellBetween(2000, 2100, 'una fecha como 31-03-2026')
export const birthdayCell = dayCellBetween(1900, 2100, 'una fecha como 17-05-2014')

/** Matches what programs write where there is no date: '1900-01-01', '30-12-1899', '0' or '1'. */
const PLACEHOLDER_DATE = /^(?:[01]|(?:1899|1900)[-/.].*|\d{1,2}[-/.]\d{1,2}[-/.](?:1899|1900)\b.*)$/

/** A day in the Ministry's list of pupils; null for 1900-01-01 and similar days, which stand there for blanks. */
export const officialDayCell: CellType<string | null> = {
  ...dayCell,
  parse: (text, refuse) => (PLACEHOLDER_DATE.test(text) ? null : dayCell.parse(text, refuse)),
}
