import { prefetch } from '../../shared/api/prefetch.ts'

/**
 * Requests the sub-periods and then the averages of the first one. Resolves once the copies that this device keeps are
 * loaded, so that the page renders once with them; it does not wait for the server.
 */
export async function prefetchGrades(student_id: number): Promise<void> {
  const averagesOfFirst = async ([first]: readonly { id: number }[] = []) =>
    first && prefetch('getPeriodQualifications', { student_id, establishment_sub_period_id: first.id }).kept
  const periods = prefetch('getSubPeriods', { student_id })
  const kept = await periods.kept
  if (kept) await averagesOfFirst(kept)
  else void periods.answer.then(averagesOfFirst)
}
