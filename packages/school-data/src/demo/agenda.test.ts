import { addDays, daysBetween } from '@apoderados/contract/values/days'
import { expect, it } from 'vitest'
import { planAgenda } from './agenda.ts'
import { fifthCourse } from './fifthCourse.ts'
import { tenthCourse } from './tenthCourse.ts'

it('the agenda is never empty in the seven days around any day', () => {
  for (const today of ['2026-01-02', '2027-06-30', '2028-02-29', '2029-12-31']) {
    const [school, ...courses] = planAgenda(today, [fifthCourse, tenthCourse])
    const year = today.slice(0, 4)
    for (const events of courses) {
      const dated = new Set([...events, ...(school ?? [])].map(({ day }) => day))
      const isEmptyAround = (day: string) =>
        !daysBetween(addDays(day, -3), addDays(day, 3)).some((near) => dated.has(near))
      expect(daysBetween(`${year}-01-04`, `${year}-12-28`).filter(isEmptyAround)).toEqual([])
    }
  }
})
