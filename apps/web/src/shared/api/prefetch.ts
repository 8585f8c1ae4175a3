import type { ReadCallName, RequestOf, ResponseOf } from '@apoderados/contract/calls/api'
import { queryClient } from './queryClient.ts'
import { optionsOf, restoreAnswer } from './useApi.ts'

/** `stored` is the copy stored on this device, `answer` the server's answer; each is undefined if there is none. */
type PrefetchedAnswers<T> = Record<'stored' | 'answer', Promise<T | undefined>>

/** Sends a reading call before the page that shows its answer is rendered. Failures are left to the page to report. */
export function prefetch<N extends ReadCallName>(
  name: N,
  request: RequestOf<N>,
): PrefetchedAnswers<ResponseOf<N>> {
  const options = optionsOf(name, request)
  const answer = queryClient.fetchQuery<ResponseOf<N>>(options).catch(() => undefined)
  const storedAnswer = restoreAnswer(name, request).then(() =>
    queryClient.getQueryData<ResponseOf<N>>(options.queryKey),
  )
  return { stored: storedAnswer, answer }
}
