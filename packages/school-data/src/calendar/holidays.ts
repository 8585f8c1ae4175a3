import { addDays, firstOn, MONDAY, weekdayOf } from '@apoderados/contract/values/days'

/** By the anonymous Gregorian computus. */
function easterSunday(year: number): string {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = Math.floor(b / 4)
  const e = b % 4
  const g = Math.floor((8 * b + 13) / 25)
  const h = (19 * a + b - d - g + 15) % 30
  const i = Math.floor(c / 4)
  const k = c % 4
  const l = (32 + 2 * e + 2 * i - h - k) % 7
  const m = Math.floor((a + 11 * h + 19 * l) / 433)
  const daysAfterMarch22 = h + l - 7 * m
  return addDays(`${year}-03-22`, daysAfterMarch22)
}

/** Ley 19.668: from Tuesday to Thursday it is kept on the Monday before, on a Friday on the Monday after. */
function keptOnMonday(day: string): string {
  const weekday = weekdayOf(day)
  if (weekday >= 2 && weekday <= 4) return addDays(day, MONDAY - weekday)
  return weekday === 5 ? addDays(day, 3) : day
}

/** Ley 20.299: from a Tuesday to the Friday before, from a Wednesday to the Friday after. */
function reformationDay(year: number): string {
  const day = `${year}-10-31`
  const weekday = weekdayOf(day)
  if (weekday === 2) return addDays(day, -4)
  return weekday === 3 ? addDays(day, 2) : day
}

/** The days that join a holiday to a weekend by law. */
function bridges(year: number): [day: string, name: string][] {
  const days: [string, string][] = []
  if (firstOn(MONDAY, `${year}-01-02`) === `${year}-01-02`) days.push([`${year}-01-02`, 'Año Nuevo'])
  const independence = weekdayOf(`${year}-09-18`)
  if (independence === 2 || independence === 6) days.push([`${year}-09-17`, 'Fiestas Patrias'])
  if (independence === 3) days.push([`${year}-09-20`, 'Fiestas Patrias'])
  return days
}

/** The public holidays of a calendar year with their names. */
export function holidaysOf(year: number): Map<string, string> {
  const easter = easterSunday(year)
  // The winter solstice by Chile's clock moves with the leap years.
  const solstice = `${year}-06-${year % 4 < 2 ? 20 : 21}`
  return new Map([
    [`${year}-01-01`, 'Año Nuevo'],
    [addDays(easter, -2), 'Viernes Santo'],
    [addDays(easter, -1), 'Sábado Santo'],
    [`${year}-05-01`, 'Día del Trabajo'],
    [`${year}-05-21`, 'Día de las Glorias Navales'],
    [solstice, 'Día Nacional de los Pueblos Indígenas'],
    [keptOnMonday(`${year}-06-29`), 'San Pedro y San Pablo'],
    [`${year}-07-16`, 'Virgen del Carmen'],
    [`${year}-08-15`, 'Asunción de la Virgen'],
    [`${year}-09-18`, 'Independencia Nacional'],
    [`${year}-09-19`, 'Glorias del Ejército'],
    [keptOnMonday(`${year}-10-12`), 'Encuentro de Dos Mundos'],
    [reformationDay(year), 'Iglesias Evangélicas y Protestantes'],
    [`${year}-11-01`, 'Todos los Santos'],
    [`${year}-12-08`, 'Inmaculada Concepción'],
    [`${year}-12-25`, 'Navidad'],
    ...bridges(year),
  ])
}
