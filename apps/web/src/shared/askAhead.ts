import type { JsonCallName, RequestOf, ResponseOf } from '@apoderados/contract/api'
import { queryClient } from './queryClient.ts'
import { optionsOf, restore } from './useApi.ts'

/** Asks before a page does that is still to be drawn. Ends with what this device kept of the answer, if anything. */
export async function askAhead<N extends JsonCallName>(
  name: N,
  request: RequestOf<N>,
): Promise<{ kept: ResponseOf<N> | undefined; answer: Promise<ResponseOf<N> | undefined> }> {
  const options = optionsOf(name, request)
  const answer = queryClient.fetchQuery<ResponseOf<N>>(options).catch(() => undefined) // its page tells
  await restore(name, request)
  return { kept: queryClient.getQueryData<ResponseOf<N>>(options.queryKey), answer }
}
