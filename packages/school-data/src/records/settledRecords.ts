import type { ObservationText } from '../text/observationTexts.ts'
import type { Assessment } from './assessments.ts'
import type { Mark } from './marks.ts'

/** Records of a pupil that replace the drawn ones. */
export type PrescribedRecords = {
  /** In tenths. */
  ability: number
  /** Returns null for no mark yet, and undefined for the drawn mark. */
  markOf(assessment: Assessment, isCurrentPeriod: boolean): Mark | null | undefined
  /** `rate` is the share of absent days. A higher `phase`, 0 to 1, makes them earlier. */
  absence: { rate: number; phase: number }
  /** In days of class before the last one, like the offsets of the observations. */
  lateArrivals: readonly number[]
  observations: readonly (ObservationText & { offset: number })[]
}
