import type { JsonCallName, RequestOf, ResponseOf } from '@apoderados/contract/api'
import { queryClient } from './queryClient.ts'
import { optionsOf, restore } from './useApi.ts'

/** What this device kept of an answer, undefined when nothing; and the server's, undefined when it failed. */
export type Asked<T> = Record<'kept' | 'answer', Promise<T | undefined>>

/** Asks before a page does that is still to be drawn. */
export function askAhead<N extends JsonCallName>(name: N, request: RequestOf<N>): Asked<ResponseOf<N>> {
  const options = optionsOf(name, request)
  const answer = queryClient.fetchQuery<ResponseOf<N>>(options).catch(() => undefined) // its page tells
  const kept = restore(name, request).then(() => queryClient.getQueryData<ResponseOf<N>>(options.queryKey))
  return { kept, answer }
}
