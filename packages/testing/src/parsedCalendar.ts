import { expandRecurringEvent, sync, type VEvent } from 'node-ical'

/** An entry on one day, as a calendar program shows it; `start` and `end` are in UTC, or days if it is all-day. */
export type ParsedEntry = { uid: string; summary: string; description: string; start: string; end: string }

const propertyText = (value: VEvent['summary'] | VEvent['description']) =>
  typeof value === 'string' ? value : (value?.val ?? '')
/** Formats a moment as '2026-08-17T12:00Z'. */
const toUtcMinute = (date: Date) => `${date.toISOString().slice(0, 16)}Z`
/** Formats a day as '2026-08-17': the parser returns its midnight on this device. */
const toDay = (date: Date) =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => `${part}`.padStart(2, '0'))
    .join('-')

/** Parses a calendar of a year with a parser that is not the server's, and expands its recurring events. */
export function parseCalendar(text: string, year: number): ParsedEntry[] {
  const events = Object.values(sync.parseICS(text)).filter(
    (entry): entry is VEvent => entry?.type === 'VEVENT',
  )
  const range = { from: new Date(Date.UTC(year, 0, 1)), to: new Date(Date.UTC(year + 1, 3, 1)) }
  return events
    .flatMap((event) =>
      expandRecurringEvent(event, range).map(({ start, end, isFullDay }) => ({
        uid: event.uid,
        summary: propertyText(event.summary),
        description: propertyText(event.description),
        start: isFullDay ? toDay(start) : toUtcMinute(start),
        end: isFullDay ? toDay(end) : toUtcMinute(end),
      })),
    )
    .sort((one, other) => (one.start < other.start ? -1 : 1))
}
