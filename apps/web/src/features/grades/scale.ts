import type { Qualification } from '@apoderados/contract/grades'

const LOWEST = 1
const HIGHEST = 7
const PASSING = 4

/** Compared as it came: 3.95 is under 4, though it reads 4,0. */
export const isBelow = (grade: number | null): boolean => grade !== null && grade < PASSING

/** A grade's place between 1,0 and 7,0, in per cent. */
export const placeOf = (grade: number): number =>
  ((Math.min(Math.max(grade, LOWEST), HIGHEST) - LOWEST) / (HIGHEST - LOWEST)) * 100

/** Graded with a concept, as is any scale that a newer server brings. */
export const hasConcept = ({ scale_type }: { scale_type: string }): boolean => scale_type !== 'number'

/** Null where there is a concept in place of the number, or nothing yet. */
export const numberOf = ({ qualification, note_scale_value }: Qualification): number | null =>
  note_scale_value ? null : qualification
