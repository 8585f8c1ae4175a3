import { config } from '../../config.ts'
import { type Asked, askAhead } from '../../shared/askAhead.ts'

/**
 * The sub-periods and the averages of the first, one after the other: on a slow line each step takes longer than the
 * page's first drawing. Ends as soon as it is known what this device kept of them; where public/ask/ has asked for them
 * already, with what comes first, so that the page is drawn once. A server that is slow is not waited for.
 */
export async function askForGrades(student_id: number): Promise<void> {
  const isUnderWay = !!globalThis.asked?.size
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, config.askedWaitMs))
  const known = async <T>({ kept, answer }: Asked<T>) =>
    isUnderWay ? ((await Promise.race([answer, kept])) ?? (await Promise.race([answer, late])) ?? kept) : kept
  const ofFirst = async ([first]: readonly { id: number }[] = []) =>
    first && known(askAhead('getPeriodQualifications', { student_id, establishment_sub_period_id: first.id }))
  const periods = askAhead('getSubPeriods', { student_id })
  const list = await known(periods)
  if (list) await ofFirst(list)
  else void periods.answer.then(ofFirst)
}
