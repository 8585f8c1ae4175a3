import { askAhead } from '../../shared/askAhead.ts'

/**
 * The sub-periods and the averages of the first, one after the other: on a slow line each step takes longer than the
 * page's first drawing. Ends as soon as it is known what this device kept of them.
 */
export async function askForGrades(student_id: number): Promise<void> {
  const ofFirst = ([first]: readonly { id: number }[] = []) =>
    first && askAhead('getPeriodQualifications', { student_id, establishment_sub_period_id: first.id })
  const { kept, answer } = await askAhead('getSubPeriods', { student_id })
  if (kept) await ofFirst(kept)
  else void answer.then(ofFirst)
}
