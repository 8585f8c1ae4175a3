import type { Qualification } from '@apoderados/contract/grades'

const LOWEST = 1
const HIGHEST = 7
const PASSING = 4

/** Compares the unrounded grade: 3.95 is under 4, although it is shown as 4,0. */
export const isBelow = (grade: number | null): boolean => grade !== null && grade < PASSING

/** The position of a grade on the scale from 1,0 to 7,0, in per cent. */
export const scalePercent = (grade: number): number =>
  ((Math.min(Math.max(grade, LOWEST), HIGHEST) - LOWEST) / (HIGHEST - LOWEST)) * 100

/** Whether the subject is graded with a concept; unknown scales of a newer server count as concepts. */
export const hasConcept = ({ scale_type }: { scale_type: string }): boolean => scale_type !== 'number'

/** The numeric grade; null for a concept or a pending grade. */
export const numericGrade = ({ qualification, note_scale_value }: Qualification): number | null =>
  note_scale_value ? null : qualification
