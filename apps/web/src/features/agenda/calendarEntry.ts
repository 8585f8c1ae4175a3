import type { DiaryEvent } from '@apoderados/contract/calendar/agenda'
import type { Establishment } from '@apoderados/contract/profile'
import { config } from '../../config.ts'
import type { CalendarEntry } from '../../shared/device/time/calendar.native.ts'
import { schoolClock } from '../../shared/text/format.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** '2026-10-15T08:30': the day and time in `zone` at an instant in epoch ms. */
const clockText = (moment: number, zone: string) => {
  const { day, time } = schoolClock(new Date(moment), zone)
  return `${day}T${time}`
}

/** The UTC offset of `zone` in ms at an instant in epoch ms. */
const offsetAt = (moment: number, zone: string) => Date.parse(`${clockText(moment, zone)}Z`) - moment

/**
 * The instant, in epoch ms, of a local day and time in `zone`. For a time that occurs twice it is the first instant;
 * a time that is skipped when the clocks change is moved later by the skipped duration.
 */
export function zonedMoment(day: string, time: string, zone: string): number {
  const localTime = `${day}T${time}`
  const ifUtc = Date.parse(`${localTime}Z`)
  const before = ifUtc - offsetAt(ifUtc - DAY_MS, zone)
  const after = ifUtc - offsetAt(ifUtc + DAY_MS, zone)
  return [before, after].find((moment) => clockText(moment, zone) === localTime) ?? before
}

/** The start of an event in epoch ms. An event without a time starts at 08:00 by the school's clock (spec §9). */
function eventStart(date: string, zone: string): number {
  return date.length === 'YYYY-MM-DD'.length
    ? zonedMoment(date, config.untimedEventStart, zone)
    : new Date(date).getTime()
}

/** The event for the phone's calendar. It names the course and no child, as other people may see the calendar. */
export function calendarEntry(event: DiaryEvent, school: Establishment | null | undefined): CalendarEntry {
  const start = eventStart(event.date, school?.time_zone ?? config.schoolZone)
  const notes = [
    event.description,
    event.content,
    event.subject && `Asignatura: ${event.subject.name}`,
    event.course && `Curso: ${event.course.description}`,
  ]
  return {
    title: event.title || 'Sin título',
    notes: notes.filter(Boolean).join('\n\n'),
    place: [school?.name, school?.address].filter(Boolean).join(', '),
    start,
    end: start + config.calendarEventMs,
  }
}
