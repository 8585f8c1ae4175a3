import { addDays, firstOn, MONDAY, weekdayOf } from './days.ts'

/** Computes the day by the anonymous Gregorian algorithm. */
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

/** Ley 19.668: from Tuesday, Wednesday or Thursday a holiday moves to the Monday before, from Friday to that after. */
function moveToMonday(day: string): string {
  const weekday = weekdayOf(day)
  if (weekday >= 2 && weekday <= 4) return addDays(day, MONDAY - weekday)
  return weekday === 5 ? addDays(day, 3) : day
}

/** Ley 20.299: from a Tuesday the holiday moves to the Friday before, from a Wednesday to the Friday after. */
function reformationDay(year: number): string {
  const day = `${year}-10-31`
  const weekday = weekdayOf(day)
  if (weekday === 2) return addDays(day, -4)
  return weekday === 3 ? addDays(day, 2) : day
}

/** Returns the holidays that bridge another one and a weekend (Ley 20.215, Ley 20.983; for 2022 Ley 21.482). */
function bridgeDays(year: number): [day: string, name: string][] {
  const days: [string, string][] = []
  if (firstOn(MONDAY, `${year}-01-02`) === `${year}-01-02`) days.push([`${year}-01-02`, 'Año Nuevo'])
  const independence = weekdayOf(`${year}-09-18`)
  if (independence === 2 || independence === 6) days.push([`${year}-09-17`, 'Fiestas Patrias'])
  if (independence === 3) days.push([`${year}-09-20`, 'Fiestas Patrias'])
  if (year === 2022) days.push([`${year}-09-16`, 'Fiestas Patrias'])
  return days
}

/**
 * The winter solstice of each year, `MM-DD`, on which the Día Nacional de los Pueblos Indígenas falls since 2021 (Ley
 * 21.357): by the US Naval Observatory, in Chile's winter time, UTC-4. In 2021 the solstice was just before midnight on
 * the 20th, but Chile celebrated the 21st.
 */
const solstices: Record<number, string> = {
  2021: '06-21',
  2022: '06-21',
  2023: '06-21',
  2024: '06-20',
  2025: '06-20',
  2026: '06-21',
  2027: '06-21',
  2028: '06-20',
  2029: '06-20',
  2030: '06-21',
  2031: '06-21',
  2032: '06-20',
  2033: '06-20',
  2034: '06-21',
  2035: '06-21',
  2036: '06-20',
  2037: '06-20',
  2038: '06-21',
  2039: '06-21',
  2040: '06-20',
}

function indigenousPeoplesDay(year: number): [day: string, name: string][] {
  const day = solstices[year]
  return day ? [[`${year}-${day}`, 'Día Nacional de los Pueblos Indígenas']] : []
}

/**
 * Returns the national holidays of a calendar year as a map from the day to the name, sorted by day (Ley 2.977, for
 * 16 July Ley 20.148). Holidays of a region or comuna are not included, because the school's region is not known; nor
 * are elections, which are on weekends. The list is complete from 2020 to 2040.
 */
export function holidaysOf(year: number): Map<string, string> {
  const easter = easterSunday(year)
  const holidays: [string, string][] = [
    [`${year}-01-01`, 'Año Nuevo'],
    [addDays(easter, -2), 'Viernes Santo'],
    [addDays(easter, -1), 'Sábado Santo'],
    [`${year}-05-01`, 'Día del Trabajo'],
    [`${year}-05-21`, 'Día de las Glorias Navales'],
    [moveToMonday(`${year}-06-29`), 'San Pedro y San Pablo'],
    [`${year}-07-16`, 'Virgen del Carmen'],
    [`${year}-08-15`, 'Asunción de la Virgen'],
    [`${year}-09-18`, 'Independencia Nacional'],
    [`${year}-09-19`, 'Glorias del Ejército'],
    [moveToMonday(`${year}-10-12`), 'Encuentro de Dos Mundos'],
    [reformationDay(year), 'Iglesias Evangélicas y Protestantes'],
    [`${year}-11-01`, 'Todos los Santos'],
    [`${year}-12-08`, 'Inmaculada Concepción'],
    [`${year}-12-25`, 'Navidad'],
    ...indigenousPeoplesDay(year),
    ...bridgeDays(year),
  ]
  return new Map(holidays.sort(([one], [other]) => (one < other ? -1 : 1)))
}
