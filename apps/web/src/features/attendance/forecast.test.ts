import { describe, expect, it } from 'vitest'
import {
  type DayCounts,
  daysNeeded,
  daysToSpare,
  forecastText,
  isBelowMinimum,
  isOutOfReach,
} from './forecast.ts'

const dayCounts = (held: number, attended: number, remaining: number | null = null): DayCounts => ({
  held,
  attended,
  remaining,
})
/** Whether the attendance is at least 85 %, computed with integers. */
const reachesMinimum = (held: number, attended: number) => attended * 100 >= held * 85

describe('the days to spare and the days needed', () => {
  it('equal those of a day-by-day count, for each attendance of up to 220 class days', () => {
    const wrong: string[] = []
    for (let held = 1; held <= 220; held += 1) {
      for (let attended = 0; attended <= held; attended += 1) {
        const current = dayCounts(held, attended)
        let [missed, more] = [0, 0]
        while (reachesMinimum(held + missed + 1, attended)) missed += 1
        while (!reachesMinimum(held + more, attended + more)) more += 1
        const isRight = isBelowMinimum(current)
          ? daysNeeded(current) === more && !reachesMinimum(held, attended)
          : daysToSpare(current) === missed && reachesMinimum(held, attended)
        if (!isRight) wrong.push(`${attended} of ${held}`)
      }
    }
    expect(wrong).toEqual([])
  })

  it('are out of reach if attending all remaining days does not reach the minimum', () => {
    const wrong: string[] = []
    for (let held = 1; held <= 100; held += 3) {
      for (let attended = 0; attended <= held; attended += 1) {
        for (let remaining = 0; remaining <= 90; remaining += 1) {
          const isRight =
            isOutOfReach(dayCounts(held, attended, remaining)) ===
            !reachesMinimum(held + remaining, attended + remaining)
          if (!isRight) wrong.push(`${attended} of ${held}, ${remaining} to come`)
        }
      }
    }
    expect(wrong).toEqual([])
  })
})

describe('the forecast', () => {
  it.each([
    [dayCounts(173, 159), 'Si faltara 14 días seguidos, seguiría en 85%.'],
    [dayCounts(173, 159, 15), 'Si faltara 14 días seguidos, seguiría en 85%.'],
    [dayCounts(173, 159, 14), 'Aunque faltara todos los días que quedan, terminaría en 85% o más.'],
    [dayCounts(173, 159, 0), 'Ya no quedan días de clases este año.'],
    [dayCounts(99, 85), 'Si faltara 1 día, seguiría en 85%.'],
    [dayCounts(100, 85), 'Si faltara un día más, bajaría de 85%.'],
    [dayCounts(1, 1), 'Si faltara un día más, bajaría de 85%.'],
    [dayCounts(7, 7), 'Si faltara 1 día, seguiría sobre el 85%.'],
    [dayCounts(100, 84), 'Con 7 días seguidos de asistencia llegaría a 85%.'],
    [dayCounts(100, 84, 7), 'Con 7 días seguidos de asistencia llegaría a 85%.'],
    [dayCounts(100, 84, 6), 'Este año ya no alcanza el 85%, aunque asista todos los días que quedan.'],
    [dayCounts(100, 84, 0), 'Ya no quedan días de clases este año.'],
    [dayCounts(119, 101), 'Con 1 día más de asistencia llegaría a 85%.'],
  ])('of %o is %s', (given, sentence) => {
    expect(forecastText(given)).toBe(sentence)
  })
})
