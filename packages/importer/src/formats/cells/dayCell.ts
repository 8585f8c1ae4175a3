import type { CellType, Refuse } from '../cellType.ts'

const DAY_FIRST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?:[T ]\s*(\S.*))?$/
const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[T ]\s*(\S.*))?$/
const SHORT_YEAR = /^\d{1,2}[-/.]\d{1,2}[-/.]\d{2}(?!\d)/
/** Matches a spreadsheet's day number, which appears if the cell has lost its date format. */
const SERIAL = /^\d{5}(\.\d+)?$/

const daysInMonth = (year: number, month: number) =>
  month >= 1 && month <= 12 ? new Date(Date.UTC(year, month, 0)).getUTCDate() : 0

/** `day` is 'YYYY-MM-DD'; `rest` is the text after the day, which may be a time. */
export type ParsedDay = { day: string; rest: string | undefined }

/**
 * Reads a day and the text after it. The digits are not parsed by Date, which would accept 31/02 and shift days by the
 * time zone.
 */
export function readDay(
  text: string,
  refuse: Refuse,
  { from, to, accepts }: { from: number; to: number; accepts: string },
): ParsedDay | undefined {
  const dayFirst = DAY_FIRST.exec(text)
  const [, first = '', , month = '', last = '', rest] = dayFirst ?? YEAR_FIRST.exec(text) ?? []
  if (!first) return refuse(...whyNoDay(text), accepts)
  const [year, day] = dayFirst ? [last, first] : [first, last]
  if (Number(day) < 1 || Number(day) > daysInMonth(Number(year), Number(month)))
    return refuse('esa fecha no existe', accepts)
  if (Number(year) < from || Number(year) > to)
    return refuse(`el año debe estar entre ${from} y ${to}`, accepts)
  return { day: `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`, rest }
}

function whyNoDay(text: string): [string] {
  if (SHORT_YEAR.test(text)) return ['el año debe tener cuatro cifras']
  if (SERIAL.test(text)) return ['es un número: la celda perdió su formato de fecha']
  return ['no es una fecha']
}

const CLOCK = /^\d{1,2}[:.]\d{2}/

function dayBetween(from: number, to: number, accepts: string): CellType<string> {
  const form = { from, to, accepts }
  return {
    accepts,
    format: (value) => String(value).split('-').reverse().join('-'),
    parse(text, refuse) {
      const found = readDay(text, refuse, form)
      if (!found?.rest || CLOCK.test(found.rest)) return found?.day
      return refuse('no es una fecha', accepts)
    },
  }
}

/** A day of a school year. A time after the day is ignored. */
export const day = dayBetween(2000, 2100, 'una fecha como 31-03-2026')
export const birthday = dayBetween(1900, 2100, 'una fecha como 17-05-2014')

const NO_DATE = /^(?:[01]|(?:1899|1900)[-/.].*|\d{1,2}[-/.]\d{1,2}[-/.](?:1899|1900)\b.*)$/

/** A day in the official list. The list contains 1900-01-01 where there is no date, which is read as null. */
export const officialDay: CellType<string | null> = {
  ...day,
  parse: (text, refuse) => (NO_DATE.test(text) ? null : day.parse(text, refuse)),
}
