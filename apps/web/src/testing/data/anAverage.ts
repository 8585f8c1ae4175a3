import type { SubjectAverage } from '@apoderados/contract/grades'

/** The average 5,4 in Matemática, a subject that is graded by number. */
export const anAverage = (changes: Partial<SubjectAverage> = {}): SubjectAverage => ({
  id: 1,
  subject: 'Matemática',
  scale_type: 'number',
  average: 5.4,
  note_scale_value: null,
  ...changes,
})
