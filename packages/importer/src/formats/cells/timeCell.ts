import type { CellType, Refuse } from '../cellType.ts'
import { readDay } from './dayCell.ts'

const CLOCK_TIME = /^(\d{1,2})[:.](\d{2})(?:[:.]\d{2}(?:\.\d+)?)?\s*(?:([ap])\.?\s?m\.?|h|hr|hrs|horas)?\.?$/i
/** Matches the day that a spreadsheet adds to a time of day: '1899-12-30T'. */
const SPREADSHEET_DAY_ZERO = /^(?:1899-12-3[01]|1900-01-0[01])[T ]/

/** Returns 'HH:MM' for '8:00', '08.00', '8:00 hrs', '2:05 p. m.', '08:00:00'; undefined for any other text. */
function readTime(text: string): string | undefined {
  const [, hourText, minute, half] = CLOCK_TIME.exec(text) ?? []
  if (!hourText || !minute) return undefined
  let hour = Number(hourText)
  if (half) {
    if (hour < 1 || hour > 12) return undefined
    hour = (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  }
  return hour < 24 && Number(minute) < 60 ? `${String(hour).padStart(2, '0')}:${minute}` : undefined
}

export const timeOfDayCell: CellType<string> = {
  accepts: 'una hora como 08:00',
  format: (value) => String(value).slice(0, 5),
  parse: (text, refuse) =>
    readTime(text.replace(SPREADSHEET_DAY_ZERO, '')) ?? refuse('no es una hora', timeOfDayCell.accepts),
}

const DATE_TIME_RANGE = { from: 2000, to: 2100, accepts: 'una fecha y hora como 31-03-2026 08:17' }

/** A day and time in the school's local time, 'YYYY-MM-DD HH:MM'. */
export const dateTimeCell: CellType<string> = {
  accepts: DATE_TIME_RANGE.accepts,
  parse(text, refuse: Refuse) {
    const found = readDay(text, refuse, DATE_TIME_RANGE)
    if (!found) return undefined
    if (!found.rest) return refuse('falta la hora', DATE_TIME_RANGE.accepts)
    const clock = readTime(found.rest)
    return clock ? `${found.day} ${clock}` : refuse('no es una fecha y hora', DATE_TIME_RANGE.accepts)
  },
}
