import { expect, it } from 'vitest'
import { holidaysOf } from './holidays.ts'

/** The officially published holidays of each year, each as `MM-DD`. */
const publishedHolidays: Record<number, string> = {
  2024: '01-01 03-29 03-30 05-01 05-21 06-20 06-29 07-16 08-15 09-18 09-19 09-20 10-12 10-31 11-01 12-08 12-25',
  2025: '01-01 04-18 04-19 05-01 05-21 06-20 06-29 07-16 08-15 09-18 09-19 10-12 10-31 11-01 12-08 12-25',
  2026: '01-01 04-03 04-04 05-01 05-21 06-21 06-29 07-16 08-15 09-18 09-19 10-12 10-31 11-01 12-08 12-25',
  2027: '01-01 03-26 03-27 05-01 05-21 06-21 06-28 07-16 08-15 09-17 09-18 09-19 10-11 10-31 11-01 12-08 12-25',
}

it.each([2024, 2025, 2026, 2027])('has the published holidays of %i', (year) => {
  const days = [...holidaysOf(year).keys()]
  expect(days.map((day) => day.slice(5)).join(' ')).toBe(publishedHolidays[year])
  expect(new Set(days.map((day) => day.slice(0, 4)))).toEqual(new Set([`${year}`]))
})

it.each([
  ['Ley 20.983', '2023-01-02', 'Año Nuevo'],
  ['Ley 20.983', '2021-09-17', 'Fiestas Patrias'],
  ['Ley 20.215', '2029-09-17', 'Fiestas Patrias'],
  ['Ley 20.215', '2030-09-20', 'Fiestas Patrias'],
  ['Ley 21.482', '2022-09-16', 'Fiestas Patrias'],
  ['Ley 21.357', '2021-06-21', 'Día Nacional de los Pueblos Indígenas'],
  ['Ley 21.357', '2040-06-20', 'Día Nacional de los Pueblos Indígenas'],
  ['Ley 19.668, from a Friday', '2029-07-02', 'San Pedro y San Pablo'],
  ['Ley 19.668, from a Thursday', '2028-10-09', 'Encuentro de Dos Mundos'],
  ['Ley 20.299, from a Tuesday', '2028-10-27', 'Iglesias Evangélicas y Protestantes'],
  ['Ley 20.299, from a Wednesday', '2029-11-02', 'Iglesias Evangélicas y Protestantes'],
])('follows %s on %s', (_, day, name) => {
  expect(holidaysOf(Number(day.slice(0, 4))).get(day)).toBe(name)
})

it.each([
  ['before the law that introduced it', '2020-06-21'],
  ['that was moved to a Monday', '2029-06-29'],
  ['that was moved to a Friday', '2028-10-31'],
  ['beside a weekend', '2026-09-17'],
  ['of another year', '2033-09-16'],
  ['of another region', '2026-06-07'],
])('has no holiday %s: %s', (_, day) => {
  expect(holidaysOf(Number(day.slice(0, 4))).has(day)).toBe(false)
})
