import type { ResponseOf } from '@apoderados/contract/calls/api'
import { createTestSchool, type TestSchool } from '@apoderados/testing/testSchool'
import { setupServer } from '@apoderados/testing/testServer'
import { expect, it } from 'vitest'

type CalendarDays = ResponseOf<'getCalendarDays'>

const server = setupServer()

async function askCalendarDays(school: TestSchool, year = 2026): Promise<CalendarDays> {
  const { ask } = await school.family(await school.course({ year }), { enrollment: { year } })
  const response = await ask('getCalendarDays')
  expect(response.statusCode).toBe(200)
  return response.json()
}

const daysOffWithin = ({ days_off }: CalendarDays, first: string, last: string) =>
  days_off
    .filter(({ starts_on, ends_on }) => starts_on <= last && ends_on >= first)
    .map(({ starts_on, ends_on, kind, name }) => [starts_on.slice(5), ends_on.slice(5), kind, name])

/** Adds the semesters of the Metropolitan Region in 2026. */
async function addSemesters(school: TestSchool) {
  await school.subPeriod({ year: 2026, starts_on: '2026-07-06', ends_on: '2026-12-04' })
  await school.subPeriod({ year: 2026, starts_on: '2026-03-04', ends_on: '2026-06-18' })
}

it('has the limits of the school year, its vacations, the holidays and the closures', async () => {
  const school = await createTestSchool(server())
  await addSemesters(school)
  await school.closure({ starts_on: '2026-10-13', ends_on: '2026-10-13', name: 'Interferiado' })
  const days = await askCalendarDays(school)
  expect([days.first_day, days.last_day]).toEqual(['2026-03-04', '2026-12-04'])
  expect(daysOffWithin(days, '2026-01-01', '2026-03-10')).toEqual([
    ['01-01', '01-01', 'holiday', 'Año Nuevo'],
    ['01-02', '03-03', 'vacation', 'Vacaciones de verano'],
  ])
  expect(daysOffWithin(days, '2026-06-15', '2026-07-10')).toEqual([
    ['06-19', '06-20', 'vacation', 'Vacaciones de invierno'],
    ['06-21', '06-21', 'holiday', 'Día Nacional de los Pueblos Indígenas'],
    ['06-22', '06-28', 'vacation', 'Vacaciones de invierno'],
    ['06-29', '06-29', 'holiday', 'San Pedro y San Pablo'],
    ['06-30', '07-05', 'vacation', 'Vacaciones de invierno'],
  ])
  expect(daysOffWithin(days, '2026-10-05', '2026-10-20')).toEqual([
    ['10-12', '10-12', 'holiday', 'Encuentro de Dos Mundos'],
    ['10-13', '10-13', 'closure', 'Interferiado'],
  ])
  expect(days.days_off.at(-1)).toEqual({
    starts_on: '2027-01-02',
    ends_on: '2027-02-28',
    kind: 'vacation',
    name: 'Vacaciones de verano',
  })
})

it.each(['America/Santiago', 'America/Punta_Arenas', 'Pacific/Easter'])(
  'has the same dates for a school in %s, also when the clocks change',
  async (time_zone) => {
    const school = await createTestSchool(server(), { time_zone })
    await addSemesters(school)
    await school.closure({ starts_on: '2026-04-06', ends_on: '2026-04-06' }) // The day after the clocks change.
    await school.closure({ starts_on: '2026-09-04', ends_on: '2026-09-07', name: 'Aniversario' })
    const days = await askCalendarDays(school)
    expect([days.first_day, days.last_day]).toEqual(['2026-03-04', '2026-12-04'])
    expect(daysOffWithin(days, '2026-04-01', '2026-04-30')).toEqual([
      ['04-03', '04-03', 'holiday', 'Viernes Santo'],
      ['04-04', '04-04', 'holiday', 'Sábado Santo'],
      ['04-06', '04-06', 'closure', 'Interferiado'],
    ])
    expect(daysOffWithin(days, '2026-09-01', '2026-09-10')).toEqual([
      ['09-04', '09-07', 'closure', 'Aniversario'],
    ])
  },
)

it('splits a closure at a holiday, and clips it to the range', async () => {
  const school = await createTestSchool(server())
  await addSemesters(school)
  await school.closure({ starts_on: '2025-12-20', ends_on: '2026-01-04', name: 'Cierre' })
  await school.closure({ starts_on: '2026-09-17', ends_on: '2026-09-21', name: 'Semana de la Patria' })
  await school.closure({ starts_on: '2027-02-25', ends_on: '2027-03-02', name: 'Obras' })
  await school.closure({ starts_on: '2027-03-01', ends_on: '2027-03-05', name: 'Del año siguiente' })
  const days = await askCalendarDays(school)
  expect(daysOffWithin(days, '2026-01-01', '2026-01-05')).toEqual([
    ['01-01', '01-01', 'holiday', 'Año Nuevo'],
    ['01-02', '01-04', 'closure', 'Cierre'],
    ['01-05', '03-03', 'vacation', 'Vacaciones de verano'],
  ])
  expect(daysOffWithin(days, '2026-09-14', '2026-09-25')).toEqual([
    ['09-17', '09-17', 'closure', 'Semana de la Patria'],
    ['09-18', '09-18', 'holiday', 'Independencia Nacional'],
    ['09-19', '09-19', 'holiday', 'Glorias del Ejército'],
    ['09-20', '09-21', 'closure', 'Semana de la Patria'],
  ])
  expect(days.days_off.at(-1)).toMatchObject({ ends_on: '2027-02-28', kind: 'closure', name: 'Obras' })
})

it('counts no day off as a class day, unless the school delivered attendance for it', async () => {
  const school = await createTestSchool(server())
  await addSemesters(school)
  await school.closure({ starts_on: '2026-10-13', ends_on: '2026-10-14' })
  const { enrollment_id, ask } = await school.family(await school.course({ year: 2026 }), {
    enrollment: { year: 2026 },
  })
  const percentage = async () => (await ask('getArrears')).json().attendance_percentage
  await school.attend(enrollment_id, '2026-10-09', 'present')
  expect(await percentage()).toBe(100)
  await school.attend(enrollment_id, '2026-10-14', 'absent')
  expect(await percentage()).toBe(50)
})
