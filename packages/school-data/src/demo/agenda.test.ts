import { addDays, daysBetween } from '@apoderados/contract/values/days'
import { holidaysOf } from '@apoderados/contract/values/holidays'
import { describe, expect, it } from 'vitest'
import { schoolCalendar } from '../calendar/calendar.ts'
import { planAgenda } from './agenda.ts'
import { fifthCourse } from './fifthCourse.ts'
import { tenthCourse } from './tenthCourse.ts'

/**
 * The days for which the agenda is tested. Their years begin on every weekday, and two are leap years; some of the days
 * are holidays or in closures.
 */
const testedDays = [
  '2026-01-02',
  '2026-05-08',
  '2026-12-25',
  '2027-06-30',
  '2028-02-29',
  '2029-12-31',
  '2030-09-18',
  '2031-11-07',
  '2032-01-01',
  '2033-07-16',
  '2034-03-01',
]

describe.each(testedDays)('the agenda on %s', (today) => {
  const year = Number(today.slice(0, 4))
  const [ofSchool = [], ...ofCourses] = planAgenda(today, [fifthCourse, tenthCourse])
  const datesOf = (events: { day: string }[]) => new Set(events.map(({ day }) => day))

  it('has events in the seven days around any day', () => {
    for (const events of ofCourses) {
      const dated = datesOf([...events, ...ofSchool])
      const isEmptyAround = (day: string) =>
        !daysBetween(addDays(day, -3), addDays(day, 3)).some((near) => dated.has(near))
      expect(daysBetween(`${year}-01-04`, `${year}-12-28`).filter(isEmptyAround)).toEqual([])
    }
  })

  it('has events of courses only on class days, and none of the school on a holiday or closure', () => {
    const { classDays, closures } = schoolCalendar(year)
    const closed = closures.flatMap(({ starts_on, ends_on }) => daysBetween(starts_on, ends_on))
    const daysOff = new Set([...holidaysOf(year).keys(), ...closed])
    expect([...datesOf(ofSchool)].filter((day) => daysOff.has(day))).toEqual([])
    expect([...datesOf(ofCourses.flat())].filter((day) => !classDays.includes(day))).toEqual([])
  })
})
