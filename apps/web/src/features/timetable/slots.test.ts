import { describe, expect, it } from 'vitest'
import { minutesOf, timeOf } from '../../shared/text/week.ts'
import { aBreak, aClass } from '../../testing/data/blocks.ts'
import { gridLinesOf, gridRowOf, gridTemplateRows, slotsOf, timeLabels } from './slots.ts'

const englishClass = aClass('08:00', '09:30', 'Inglés')
const frenchClass = aClass('09:00', '10:00', 'Francés')

describe('the grid of a week', () => {
  const week = [slotsOf([englishClass]), [], slotsOf([frenchClass])]

  it('has a line at each start and end of a slot', () => {
    expect(gridLinesOf(week).map(timeOf)).toEqual(['08:00', '09:00', '09:30', '10:00'])
  })

  it('has rows with a minimum height by duration', () => {
    expect(gridTemplateRows(gridLinesOf(week))).toBe(
      'minmax(4.80rem, auto) minmax(2.40rem, auto) minmax(2.40rem, auto)',
    )
  })

  it('places each slot on its lines', () => {
    const lines = gridLinesOf(week)
    expect(week.flat().map((slot) => gridRowOf(slot, lines))).toEqual(['1 / 3', '2 / 4'])
  })
})

describe('the times beside it', () => {
  const labelTimes = (...blocks: (typeof englishClass)[]) => timeLabels([slotsOf(blocks)]).map(timeOf)

  it('are the starts of classes, and the ends that no start follows soon', () => {
    expect(
      labelTimes(
        englishClass,
        aBreak('09:30', '09:45'),
        aClass('09:45', '11:15', 'Música'),
        aBreak('11:15', '14:00'),
        aClass('14:00', '15:30', 'Tecnología'),
      ),
    ).toEqual(['08:00', '09:45', '11:15', '14:00', '15:30'])
  })

  it('do not overlap', () => {
    const starts = [480, 490, 500].map((start) => slotsOf([aClass(timeOf(start), '13:00', 'Inglés')]))
    expect(timeLabels(starts).map(timeOf)).toEqual(['08:00', '08:20', '13:00'])
    expect(timeLabels(starts)).not.toContain(minutesOf('08:10'))
  })
})
