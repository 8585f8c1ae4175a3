import { prefetch } from '../../shared/api/prefetch.ts'

/**
 * Requests the sub-periods and then the averages of the one in the address, else of the first one. Resolves once
 * this device's copies are loaded, so that the page renders once with them; it does not wait for the server.
 */
export async function prefetchGrades(student_id: number): Promise<void> {
  const named = new URLSearchParams(location.search).get('periodo')
  const averagesOfShown = async (list: readonly { id: number }[] = []) => {
    const shownPeriod = list.find(({ id }) => String(id) === named) ?? list[0]
    if (!shownPeriod) return
    await prefetch('getPeriodQualifications', { student_id, establishment_sub_period_id: shownPeriod.id })
      .kept
  }
  const periods = prefetch('getSubPeriods', { student_id })
  const storedPeriods = await periods.kept
  if (storedPeriods) await averagesOfShown(storedPeriods)
  else void periods.answer.then(averagesOfShown)
}
