import type { Qualification, SubjectAverage } from '@apoderados/contract/grades'
import { MISSING } from '../../shared/text/format.ts'

const LOWEST_GRADE = 1
const HIGHEST_GRADE = 7
const PASSING_GRADE = 4

/** Whether the unrounded grade is under 4, the passing grade: 3.95 is, although it is shown as 4,0. */
export const isBelowPassing = (grade: number | null): boolean => grade !== null && grade < PASSING_GRADE

/** The position of a grade on the scale from 1,0 to 7,0, in per cent. */
export const scalePercent = (grade: number): number =>
  ((Math.min(Math.max(grade, LOWEST_GRADE), HIGHEST_GRADE) - LOWEST_GRADE) / (HIGHEST_GRADE - LOWEST_GRADE)) *
  100

/** Whether a subject is graded with concepts; unknown scales of a newer server count as concepts. */
export const hasConcept = ({ scale_type }: { scale_type: string }): boolean => scale_type !== 'number'

/** The names of the usual concepts of Religión and Orientación. Those of a school's own scale are shown unchanged. */
const CONCEPT_NAMES = new Map([
  ['MB', 'Muy bueno'],
  ['B', 'Bueno'],
  ['S', 'Suficiente'],
  ['I', 'Insuficiente'],
])

/** A concept with its name: 'MB' → 'MB · Muy bueno'; null → '—'. */
export function conceptLabel(concept: string | null): string {
  if (!concept) return MISSING
  const name = CONCEPT_NAMES.get(concept)
  return name ? `${concept} · ${name}` : concept
}

export type NumericAverage = SubjectAverage & { average: number }

export const hasNumericAverage = (subject: SubjectAverage): subject is NumericAverage =>
  !hasConcept(subject) && subject.average !== null

/** Whether the assessment has neither a number nor a concept yet. */
export const isPending = ({ qualification, note_scale_value }: Qualification): boolean =>
  qualification === null && !note_scale_value

/** The numeric grade; null for a concept or a pending grade. */
export const numericGrade = ({ qualification, note_scale_value }: Qualification): number | null =>
  note_scale_value ? null : qualification
