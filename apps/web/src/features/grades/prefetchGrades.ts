import { prefetch } from '../../shared/api/prefetch.ts'
import { restoreAnswer } from '../../shared/api/useApi.ts'

/**
 * Requests the sub-periods and then the averages of the sub-period in the address, else of the first one. Resolves once
 * this device's copies of these answers, and of the grades of the subject in the address, are loaded or known to be
 * missing, so that the first render shows them. It does not wait for the server.
 */
export async function prefetchGrades(student_id: number): Promise<void> {
  const address = new URLSearchParams(location.search)
  const [named, subject] = [address.get('periodo'), address.get('asignatura')]
  const averagesOfShown = async (list: readonly { id: number }[] = []) => {
    const shownPeriod = list.find(({ id }) => String(id) === named) ?? list[0]
    if (!shownPeriod) return
    const period = { student_id, establishment_sub_period_id: shownPeriod.id }
    const opened = { ...period, course_subject_id: Number(subject) }
    await Promise.all([
      prefetch('getPeriodQualifications', period).firstRender,
      subject && restoreAnswer('getPeriodQualificationsBySubject', opened),
    ])
  }
  const periods = prefetch('getSubPeriods', { student_id })
  const firstPeriods = await periods.firstRender
  if (firstPeriods) await averagesOfShown(firstPeriods)
  else void periods.answer.then(averagesOfShown)
}
