import { daysBack } from './attendance.ts'
import type { Subject } from './course.ts'
import {
  commonObservations,
  martinaObservations,
  type ObservationText,
  tomasObservations,
} from './observationTexts.ts'
import type { Role } from './pupils.ts'
import type { Random } from './random.ts'

export type DatedObservation = ObservationText & { date: string }

const settled: Partial<Record<Role, (ObservationText & { offset: number })[]>> = {
  martina: martinaObservations,
  tomas: tomasObservations,
}

/** `attended`: the days to choose from, oldest first. */
export function drawObservations(
  random: Random,
  role: Role,
  subjects: readonly Subject[],
  attended: string[],
): DatedObservation[] {
  const texts = settled[role]
  if (texts) {
    const days = daysBack(
      attended,
      texts.map(({ offset }) => offset),
    )
    return days.flatMap((date, index) => {
      const text = texts[index]
      return text ? [{ ...text, date }] : []
    })
  }
  const count = random.below(4)
  return Array.from({ length: count }).flatMap(() => {
    const { inClass, ...text } = random.pick(commonObservations)
    const subject = random.pick(subjects).name
    const date = attended.at(-1 - random.below(80))
    return date ? [{ ...text, date, ...(inClass && { subject }) }] : []
  })
}
