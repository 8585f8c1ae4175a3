const ZONE = 'America/Santiago'
const dayFormat = new Intl.DateTimeFormat('es-CL', { day: 'numeric', month: 'long', timeZone: ZONE })
const longDayFormat = new Intl.DateTimeFormat('es-CL', { dateStyle: 'full', timeZone: ZONE })
const timeFormat = new Intl.DateTimeFormat('es-CL', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: ZONE,
})
const isoDayFormat = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone: ZONE })
const numberFormat = new Intl.NumberFormat('es-CL')

export const numberText = (value: number) => numberFormat.format(value)
/** Returns '1 fila' or '1.219 filas'. */
export const countText = (count: number, one: string, many: string) =>
  `${numberText(count)} ${count === 1 ? one : many}`
export const timeText = (at: Date | string) => timeFormat.format(new Date(at))
export const longDayText = (at: Date) => {
  const text = longDayFormat.format(at)
  return text.charAt(0).toUpperCase() + text.slice(1)
}
export const isoDayOf = (at: Date) => isoDayFormat.format(at)

const DAY_MS = 86_400_000

/** Returns 'hoy, 10:52', 'ayer, 16:20' or '5 de octubre, 09:14'. */
export function whenText(at: Date | string, now = new Date()): string {
  const day = isoDayOf(new Date(at))
  const time = timeText(at)
  if (day === isoDayOf(now)) return `hoy, ${time}`
  if (day === isoDayOf(new Date(now.getTime() - DAY_MS))) return `ayer, ${time}`
  return `${dayFormat.format(new Date(at))}, ${time}`
}

/** Returns the initials of the first name and the first surname. */
export const initialsOf = (name: string) =>
  name
    .split(' ')
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')
