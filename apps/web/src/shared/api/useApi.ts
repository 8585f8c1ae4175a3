import type { ReadCallName, RequestOf, ResponseOf } from '@apoderados/contract/api'
import { appApi } from '@apoderados/contract/appApi'
import { type QueryFunction, useQueries, useQuery } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { type ApiError, sendCall } from './api.ts'
import { queryClient } from './queryClient.ts'
import { isStillOurs, placeOf, saveAnswer, savedAnswer } from './savedAnswers.ts'

// Apart from `sendCall`, and without a provider around the app: the query library travels with the first
// page that reads through it, never with the sign-in.

type Options<N extends ReadCallName> = {
  queryKey: readonly unknown[]
  queryFn: QueryFunction<ResponseOf<N>>
}

export const optionsOf = <N extends ReadCallName>(name: N, request: RequestOf<N>): Options<N> => ({
  queryKey: [name, request],
  queryFn: ({ signal }) => ask(name, request, signal),
})

/** While the server is asked, what this device kept of its last answer is shown with the age it has. */
async function ask<N extends ReadCallName>(name: N, request: RequestOf<N>, signal: AbortSignal) {
  const place = placeOf(name, request)
  const restored = restore(name, request)
  try {
    const data = (await sendCall(appApi[name], request, { signal })) as ResponseOf<N>
    if (place) void saveAnswer(place, { at: Date.now(), data })
    return data
  } catch (error) {
    await restored // a failure that comes first would show an empty page meanwhile
    throw error
  }
}

/** Shows what this device kept of an answer, unless a newer one is there. */
export async function restore(name: ReadCallName, request: object) {
  const place = placeOf(name, request)
  const queryKey = [name, request]
  const schema: z.ZodMiniType = appApi[name].response
  const isShown = () => !!queryClient.getQueryData(queryKey) // no answer is empty text or a zero
  if (!place || isShown()) return
  const saved = await savedAnswer(place, schema)
  if (saved && !isShown() && isStillOurs(place))
    queryClient.setQueryData(queryKey, saved.data, { updatedAt: saved.at })
}

/** The answer of a reading call, cached under `[name, request]`; a cached answer shows at once and is refetched behind. */
export function useApi<N extends ReadCallName>(name: N, request: RequestOf<N>) {
  return useQuery<ResponseOf<N>, ApiError>(optionsOf(name, request), queryClient)
}

/**
 * One call with several requests, the answers in their order. One that is not due yet is not sent; what is
 * cached of it shows all the same.
 */
export function useApis<N extends ReadCallName>(
  name: N,
  requests: readonly RequestOf<N>[],
  isDue: (request: RequestOf<N>) => boolean = () => true,
) {
  return useQueries(
    { queries: requests.map((request) => ({ ...optionsOf<N>(name, request), enabled: isDue(request) })) },
    queryClient,
  ) as ReturnType<typeof useApi<N>>[]
}
