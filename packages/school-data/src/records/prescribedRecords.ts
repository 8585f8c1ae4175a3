import type { ObservationText } from '../text/observationTexts.ts'
import type { Assessment } from './assessments.ts'
import type { Mark } from './marks.ts'

/** Prescribed records of a pupil, which replace the random ones. */
export type PrescribedRecords = {
  /** The average mark in tenths. */
  ability: number
  /** Returns null if the mark is missing, and undefined for the random mark. */
  markOf(assessment: Assessment, isCurrentPeriod: boolean): Mark | null | undefined
  /** `rate` is the share of absent days. A higher `phase`, 0 to 1, makes the absences earlier. */
  absence: { rate: number; phase: number }
  /**
   * How many class days before the last one each late arrival was; the offsets of the observations count in the same
   * way.
   */
  lateArrivals: readonly number[]
  observations: readonly (ObservationText & { offset: number })[]
}
