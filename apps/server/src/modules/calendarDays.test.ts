import type { ResponseOf } from '@apoderados/contract/api'
import { expect, it } from 'vitest'
import { type OurSchool, ourSchool } from '../testing/ourSchool.ts'
import { useServer } from '../testing/testServer.ts'

type CalendarDays = ResponseOf<'getCalendarDays'>

const server = useServer()

async function daysOf(school: OurSchool, year = 2026): Promise<CalendarDays> {
  const { ask } = await school.family(await school.course({ year }), { enrollment: { year } })
  const answer = await ask('getCalendarDays')
  expect(answer.statusCode).toBe(200)
  return answer.json()
}

const within = ({ days_off }: CalendarDays, first: string, last: string) =>
  days_off
    .filter(({ starts_on, ends_on }) => starts_on <= last && ends_on >= first)
    .map(({ starts_on, ends_on, kind, name }) => [starts_on.slice(5), ends_on.slice(5), kind, name])

/** The semesters of the Metropolitan Region in 2026. */
async function semesters(school: OurSchool) {
  await school.subPeriod({ year: 2026, starts_on: '2026-07-06', ends_on: '2026-12-04' })
  await school.subPeriod({ year: 2026, starts_on: '2026-03-04', ends_on: '2026-06-18' })
}

it('has the limits of the school year, its vacations, the holidays and the closures', async () => {
  const school = await ourSchool(server())
  await semesters(school)
  await school.closure({ starts_on: '2026-10-13', ends_on: '2026-10-13', name: 'Interferiado' })
  const days = await daysOf(school)
  expect([days.first_day, days.last_day]).toEqual(['2026-03-04', '2026-12-04'])
  expect(within(days, '2026-01-01', '2026-03-10')).toEqual([
    ['01-01', '01-01', 'holiday', 'Año Nuevo'],
    ['01-02', '03-03', 'vacation', 'Vacaciones de verano'],
  ])
  expect(within(days, '2026-06-15', '2026-07-10')).toEqual([
    ['06-19', '06-20', 'vacation', 'Vacaciones de invierno'],
    ['06-21', '06-21', 'holiday', 'Día Nacional de los Pueblos Indígenas'],
    ['06-22', '06-28', 'vacation', 'Vacaciones de invierno'],
    ['06-29', '06-29', 'holiday', 'San Pedro y San Pablo'],
    ['06-30', '07-05', 'vacation', 'Vacaciones de invierno'],
  ])
  expect(within(days, '2026-10-05', '2026-10-20')).toEqual([
    ['10-12', '10-12', 'holiday', 'Encuentro de Dos Mundos'],
    ['10-13', '10-13', 'closure', 'Interferiado'],
  ])
  expect(days.days_off.at(-1)).toEqual({
    ...{ starts_on: '2027-01-02', ends_on: '2027-02-28' },
    ...{ kind: 'vacation', name: 'Vacaciones de verano' },
  })
})
