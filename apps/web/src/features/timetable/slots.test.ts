import { describe, expect, it } from 'vitest'
import { minutesOf, timeOf } from '../../shared/text/week.ts'
import { aClass, aPause } from '../../testing/blocks.ts'
import { linesOf, rowOf, rowsOf, slotsOf, timesShown } from './slots.ts'

const english = aClass('08:00', '09:30', 'Inglés')
const french = aClass('09:00', '10:00', 'Francés')

describe('slots', () => {
  it('hold a block each', () => {
    expect(slotsOf([english, aPause('09:30', '09:45')])).toHaveLength(2)
  })

  it('hold together what overlaps, from the first minute to the last', () => {
    const [slot, ...others] = slotsOf([aClass('07:00', '12:00', 'Salida'), english, french])
    expect(others).toEqual([])
    expect([slot?.blocks.length, timeOf(slot?.start ?? 0), timeOf(slot?.end ?? 0)]).toEqual([
      3,
      '07:00',
      '12:00',
    ])
  })

  it('last at least a minute', () => {
    const [slot] = slotsOf([aPause('13:00', '13:00')])
    expect([slot?.start, slot?.end]).toEqual([780, 781])
  })
})

describe('the grid of a week', () => {
  const week = [slotsOf([english]), [], slotsOf([french])]

  it('has a line wherever something begins or ends', () => {
    expect(linesOf(week).map(timeOf)).toEqual(['08:00', '09:00', '09:30', '10:00'])
  })

  it('has rows as high as their minutes, which may grow with their words', () => {
    expect(rowsOf(linesOf(week))).toBe('minmax(4.80rem, auto) minmax(2.40rem, auto) minmax(2.40rem, auto)')
  })

  it('places each slot on its lines', () => {
    const lines = linesOf(week)
    expect(week.flat().map((slot) => rowOf(slot, lines))).toEqual(['1 / 3', '2 / 4'])
  })
})

describe('the times beside it', () => {
  const shown = (...blocks: (typeof english)[]) => timesShown([slotsOf(blocks)]).map(timeOf)

  it('are those at which classes begin, and ends after which nothing begins soon', () => {
    expect(
      shown(
        english,
        aPause('09:30', '09:45'),
        aClass('09:45', '11:15', 'Música'),
        aPause('11:15', '14:00'),
        aClass('14:00', '15:30', 'Tecnología'),
      ),
    ).toEqual(['08:00', '09:45', '11:15', '14:00', '15:30'])
  })

  it('never stand over each other', () => {
    const starts = [480, 490, 500].map((start) => slotsOf([aClass(timeOf(start), '13:00', 'Inglés')]))
    expect(timesShown(starts).map(timeOf)).toEqual(['08:00', '08:20', '13:00'])
    expect(timesShown(starts)).not.toContain(minutesOf('08:10'))
  })
})
