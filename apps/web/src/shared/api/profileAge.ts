import * as z from 'zod/mini'
import { onProfileRefresh, profileRefresh, setProfileAge } from '../session/profile.ts'
import { placeOf, saveAnswer, savedAnswer } from './savedAnswers.ts'

/** The profile itself is in the session (spec §3); how old it is lies with the answers. */
export function watchProfileAge() {
  let saved = 0
  const follow = () => {
    const { dataUpdatedAt } = profileRefresh()
    const place = placeOf('getProfile', {})
    if (!place || dataUpdatedAt === saved) return
    saved = dataUpdatedAt
    if (dataUpdatedAt > 0) void saveAnswer(place, { at: dataUpdatedAt, data: null })
  }
  onProfileRefresh(follow)
  follow()
  void restore()
}

async function restore() {
  const place = placeOf('getProfile', {})
  const age = place && (await savedAnswer(place, z.null()))
  if (age) setProfileAge(age.at)
}
