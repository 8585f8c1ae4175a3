const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const dateTimeFormats = new Map<string, Intl.DateTimeFormat>()

function dateTimeFormatOf(timeZone: string): Intl.DateTimeFormat {
  const known = dateTimeFormats.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  dateTimeFormats.set(timeZone, made)
  return made
}

/** Cached UTC offsets in ms, by time zone and hour. Within an hour the offset is constant in Chile's time zones. */
const cachedOffsets = new Map<string, number>()

function offsetAt(instant: number, timeZone: string): number {
  const hour = Math.floor(instant / HOUR_MS)
  const key = `${timeZone} ${hour}`
  const known = cachedOffsets.get(key)
  if (known !== undefined) return known
  const start = hour * HOUR_MS
  const offset = Date.parse(`${dateTimeFormatOf(timeZone).format(start).replace(' ', 'T')}Z`) - start
  cachedOffsets.set(key, offset)
  return offset
}

/**
 * Returns the instant, in epoch ms, of a day and a local time (`HH:MM`) in the zone. A local time that occurs twice, as
 * when clocks are set back, gives the first instant; a local time that the clocks skip is moved forward by the skipped
 * interval (spec §9).
 */
export function schoolInstant(day: string, time: string, timeZone: string): number {
  const clock = Date.parse(`${day}T${time}:00Z`)
  const [before, after] = [clock - DAY_MS, clock + DAY_MS].map(
    (near) => clock - offsetAt(near, timeZone),
  ) as [number, number]
  return [before, after].find((instant) => instant + offsetAt(instant, timeZone) === clock) ?? before
}
