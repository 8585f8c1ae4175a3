import type { ObservationText } from '../text/observationTexts.ts'
import type { Assessment } from './assessments.ts'
import type { Mark } from './marks.ts'

/** What a pupil's records must show whatever the draw. */
export type PrescribedRecords = {
  /** In tenths. */
  ability: number
  /** Null is none yet; undefined leaves it to the draw. */
  markOf(assessment: Assessment, isCurrentPeriod: boolean): Mark | null | undefined
  /** `rate` of absent days; a higher `phase`, 0 to 1, takes them earlier. */
  absence: { rate: number; phase: number }
  /** In days back from the last, as the offsets of the observations. */
  lateArrivals: readonly number[]
  observations: readonly (ObservationText & { offset: number })[]
}
