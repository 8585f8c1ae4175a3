import type {
  PageReadCallName,
  ReadCallName,
  ReadResponseOf,
  RequestOf,
} from '@apoderados/contract/calls/api'
import { appApi } from '@apoderados/contract/calls/appApi'
import type { Call } from '@apoderados/contract/calls/call'
import { signInApi } from '@apoderados/contract/calls/signInApi'
import { useQueries, useQuery } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { ApiError, sendCall } from './api.ts'
import {
  type CacheKey,
  cacheKeyOf,
  isOfCurrentSession,
  readCachedResponse,
  writeCachedResponse,
} from './cachedResponses.ts'
import { missingCalls, queryClient } from './queryClient.ts'

// This module is not that of `sendCall` and needs no provider: the sign-in page does not load the query library.

/** The calls whose responses are cached: in memory by TanStack Query, and on the device. */
type CachedCallName = PageReadCallName

const readCalls: Record<PageReadCallName, Call> = { getProfile: signInApi.getProfile, ...appApi }

/** The options of TanStack Query for a reading call. */
export const optionsOf = <N extends CachedCallName>(name: N, request: RequestOf<N>) => ({
  queryKey: [name, request],
  queryFn: ({ signal }: { signal: AbortSignal }) => requestResponse(name, request, signal),
})

/** Makes a reading call; returns null, and makes no such call again, if it is an addition that the server lacks. */
export async function sendRead<N extends ReadCallName>(
  name: N,
  call: Call,
  request: RequestOf<N>,
  signal: AbortSignal,
): Promise<ReadResponseOf<N>> {
  try {
    if (!missingCalls.has(name)) return (await sendCall(call, request, { signal })) as ReadResponseOf<N>
  } catch (error) {
    if (!call.isAddition || !(error instanceof ApiError) || error.status !== 404) throw error
    missingCalls.add(name)
  }
  return null as ReadResponseOf<N>
}

/** Requests a response and caches it. Until the server responds, the cached response is shown with its age. */
export async function requestResponse<N extends CachedCallName>(
  name: N,
  request: RequestOf<N>,
  signal: AbortSignal,
): Promise<ReadResponseOf<N>> {
  const cacheKey = cacheKeyOf(name, request)
  const cachedResponse = cacheKey && !missingCalls.has(name) && showCachedResponse(name, request, cacheKey)
  try {
    const data = await sendRead(name, readCalls[name], request, signal)
    if (cacheKey && data !== null) void writeCachedResponse(cacheKey, { at: Date.now(), data })
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
  const cached = await readCachedResponse(cacheKey, readCalls[name].response as z.ZodMiniType)
  if (cached && !isShown() && isOfCurrentSession(cacheKey))
    queryClient.setQueryData(queryKey, cached.data, { updatedAt: cached.at })
}

/** The response of a reading call, cached under `[name, request]`; a cached one is shown while it is refetched. */
export function useApi<N extends PageReadCallName>(name: N, request: RequestOf<N>) {
  return useQuery<ReadResponseOf<N>, ApiError>(optionsOf(name, request), queryClient)
}

/** The responses of one call to several requests, in their order; a request that is not due gets its cached response. */
export function useApis<N extends PageReadCallName>(
  name: N,
  requests: readonly RequestOf<N>[],
  isDue: (request: RequestOf<N>) => boolean = () => true,
) {
  return useQueries(
    { queries: requests.map((request) => ({ ...optionsOf<N>(name, request), enabled: isDue(request) })) },
    queryClient,
  ) as ReturnType<typeof useApi<N>>[]
}
