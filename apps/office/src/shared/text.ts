const formatsIn = (timeZone: string) => ({
  day: new Intl.DateTimeFormat('es-CL', { day: 'numeric', month: 'long', timeZone }),
  longDay: new Intl.DateTimeFormat('es-CL', { dateStyle: 'full', timeZone }),
  time: new Intl.DateTimeFormat('es-CL', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  }),
  isoDay: new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone }),
})
let formats = formatsIn('America/Santiago')
/** Shows all times by this time zone: that of the school, also if the device is elsewhere. */
export const showTimesIn = (timeZone: string) => {
  formats = formatsIn(timeZone)
}
const numberFormat = new Intl.NumberFormat('es-CL')

export const numberText = (value: number) => numberFormat.format(value)
/** Returns '1 fila' or '1.219 filas'. */
export const countText = (count: number, one: string, many: string) =>
  `${numberText(count)} ${count === 1 ? one : many}`
export const timeText = (at: Date | string) => formats.time.format(new Date(at))
export const longDayText = (at: Date) => {
  const text = formats.longDay.format(at).replace(',', '')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
export const isoDayOf = (at: Date) => formats.isoDay.format(at)
/** Returns '5 de octubre'. */
export const dayText = (at: Date | string) => formats.day.format(new Date(at))

/** Returns '21 de octubre' or '4 de marzo al 18 de junio'. Both are days without a time, `YYYY-MM-DD`. */
export function dayRangeText(first: string, last: string): string {
  const [from, until] = [first, last].map((day) => dayText(`${day}T15:00:00Z`))
  return from === until ? `${from}` : `${from} al ${until}`
}

const DAY_MS = 86_400_000
/** Returns how many days by the calendar lie between a moment and now. */
export const daysSince = (at: Date | string, now = new Date()) =>
  (Date.parse(isoDayOf(now)) - Date.parse(isoDayOf(new Date(at)))) / DAY_MS

/** Returns 'hoy, 10:52', 'ayer, 16:20' or '5 de octubre, 09:14'. */
export function whenText(at: Date | string, now = new Date()): string {
  const day = isoDayOf(new Date(at))
  const time = timeText(at)
  if (day === isoDayOf(now)) return `hoy, ${time}`
  if (day === isoDayOf(new Date(now.getTime() - DAY_MS))) return `ayer, ${time}`
  return `${dayText(at)}, ${time}`
}

/** Returns the initials of the first name and the first surname. */
export const initialsOf = (name: string) =>
  name
    .split(' ')
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')
