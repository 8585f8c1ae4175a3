import type { ObservationText } from '../text/observationTexts.ts'
import type { Assessment, Mark } from './assessments.ts'

/** Records of a pupil that are written in the code and replace random ones. */
export type PrescribedRecords = {
  /** The average of the marks, in tenths, around which those without a prescribed value are drawn. */
  ability: number
  /** Returns the mark of the assessment: null if it has none, undefined if a random one is drawn. */
  markOf(assessment: Assessment, isCurrentPeriod: boolean): Mark | null | undefined
  /** `rate` is the share of the class days with an absence. A higher `phase`, 0 to 1, makes the absences earlier. */
  absence: { rate: number; phase: number }
  /**
   * For each late arrival, how many attended days it was before the last one. The `offset` of an observation counts in
   * the same way.
   */
  lateArrivals: readonly number[]
  observations: readonly (ObservationText & { offset: number })[]
}
