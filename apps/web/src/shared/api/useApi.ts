import { api, type ReadCallName, type RequestOf, type ResponseOf } from '@apoderados/contract/calls/api'
import { useQueries, useQuery } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { type ApiError, sendCall } from './api.ts'
import {
  type CacheKey,
  cacheKeyOf,
  isOfCurrentSession,
  readCachedResponse,
  writeCachedResponse,
} from './cachedResponses.ts'
import { queryClient } from './queryClient.ts'

// This module is not that of `sendCall` and needs no provider: the sign-in page does not load the query library.

/** The calls whose responses are cached: in memory by TanStack Query, and on the device. */
type CachedCallName = ReadCallName

/** The options of TanStack Query for a reading call. */
export const optionsOf = <N extends CachedCallName>(name: N, request: RequestOf<N>) => ({
  queryKey: [name, request],
  queryFn: ({ signal }: { signal: AbortSignal }) => requestResponse(name, request, signal),
})

/** Requests a response and caches it. Until the server responds, the cached response is shown with its age. */
export async function requestResponse<N extends CachedCallName>(
  name: N,
  request: RequestOf<N>,
  signal: AbortSignal,
): Promise<ResponseOf<N>> {
  const cacheKey = cacheKeyOf(name, request)
  const cachedResponse = cacheKey && showCachedResponse(name, request, cacheKey)
  try {
    const data = (await sendCall(api[name], request, { signal })) as ResponseOf<N>
    if (cacheKey) void writeCachedResponse(cacheKey, { at: Date.now(), data })
    return data
  } catch (error) {
    await cachedResponse // a failure before it is loaded would show an empty page
    throw error
  }
}

/** Loads the cached response of this device into memory, unless a response is there already. */
async function showCachedResponse(name: CachedCallName, request: object, cacheKey: CacheKey) {
  const queryKey = [name, request]
  const isShown = () => queryClient.getQueryData(queryKey) !== undefined
  if (isShown()) return
  const schema: z.ZodMiniType = api[name].response
  const cached = await readCachedResponse(cacheKey, schema)
  if (cached && !isShown() && isOfCurrentSession(cacheKey))
    queryClient.setQueryData(queryKey, cached.data, { updatedAt: cached.at })
}

/** The response of a reading call, cached under `[name, request]`; a cached one is shown while it is refetched. */
export function useApi<N extends ReadCallName>(name: N, request: RequestOf<N>) {
  return useQuery<ResponseOf<N>, ApiError>(optionsOf(name, request), queryClient)
}

/** The responses of one call to several requests, in their order; a request that is not due gets its cached response. */
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
