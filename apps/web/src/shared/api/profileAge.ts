import * as z from 'zod/mini'
import { onProfileRefresh, profileRefresh, setProfileAge } from '../session/profile.ts'
import { answerKeyOf, readSavedAnswer, saveAnswer } from './savedAnswers.ts'

/** Restores and stores the time of the profile's refresh; the profile itself is in the stored session (spec §3). */
export function watchProfileAge() {
  let saved = 0
  const follow = () => {
    const { dataUpdatedAt } = profileRefresh()
    const answerKey = answerKeyOf('getProfile', {})
    if (!answerKey || dataUpdatedAt === saved) return
    saved = dataUpdatedAt
    if (dataUpdatedAt > 0) void saveAnswer(answerKey, { at: dataUpdatedAt, data: null })
  }
  onProfileRefresh(follow)
  follow()
  void restoreProfileAge()
}

async function restoreProfileAge() {
  const answerKey = answerKeyOf('getProfile', {})
  const age = answerKey && (await readSavedAnswer(answerKey, z.null()))
  if (age) setProfileAge(age.at)
}
