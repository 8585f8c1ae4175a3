import type { ReadCallName, RequestOf, ResponseOf } from '@apoderados/contract/calls/api'
import { config } from '../../config.ts'
import { queryClient } from './queryClient.ts'
import { optionsOf, restoreAnswer } from './useApi.ts'

/**
 * `firstRender` is the answer for the page's first render: the copy stored on this device, else that of an early
 * request, for which it waits a short time. `answer` is the server's. Each is undefined if there is none.
 */
type PrefetchedAnswers<T> = Record<'firstRender' | 'answer', Promise<T | undefined>>

/** Sends a reading call before the page that shows its answer is rendered. Failures are left to the page to report. */
export function prefetch<N extends ReadCallName>(
  name: N,
  request: RequestOf<N>,
): PrefetchedAnswers<ResponseOf<N>> {
  const options = optionsOf(name, request)
  const isRequestedEarly = globalThis.earlyRequests?.hasResponses()
  const answer = queryClient.fetchQuery<ResponseOf<N>>(options).catch(() => undefined)
  const stored = restoreAnswer(name, request).then(() =>
    queryClient.getQueryData<ResponseOf<N>>(options.queryKey),
  )
  if (!isRequestedEarly) return { firstRender: stored, answer }
  const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, config.pageDataWaitMs))
  const firstOfBoth = async () => (await Promise.race([stored, answer])) ?? Promise.race([answer, timeout])
  return { firstRender: firstOfBoth(), answer }
}
