import { api, type ReadCallName, type RequestOf, type ResponseOf } from '@apoderados/contract/calls/api'
import { hashKey, useQueries, useQuery } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { type ApiError, sendCall } from './api.ts'
import { queryClient } from './queryClient.ts'
import {
  answerKeyOf,
  isOfCurrentSession,
  readSavedAnswer,
  type StoredAnswerKey,
  saveAnswer,
} from './savedAnswers.ts'

// This module is not that of `sendCall` and needs no provider: the sign-in page does not load the query library.

/** The options of TanStack Query for a reading call. */
export const optionsOf = <N extends ReadCallName>(name: N, request: RequestOf<N>) => ({
  queryKey: [name, request],
  queryFn: ({ signal }: { signal: AbortSignal }) => requestAnswer(name, request, signal),
})

/** Requests an answer and stores it. Until the server responds, the copy on this device is shown with its age. */
async function requestAnswer<N extends ReadCallName>(name: N, request: RequestOf<N>, signal: AbortSignal) {
  const answerKey = answerKeyOf(name, request)
  const restored = restoreAnswer(name, request)
  try {
    const data = (await sendCall(api[name], request, { signal })) as ResponseOf<N>
    if (answerKey) void saveAnswer(answerKey, { at: Date.now(), data })
    return data
  } catch (error) {
    await restored // a failure before the copy is loaded would show an empty page
    throw error
  }
}

/** The running calls of `restoreAnswer` by the hash of the stored answer's key: a page and its request share one. */
const restoring = new Map<string, Promise<void>>()

/** Loads this device's copy of an answer into the cache, unless the cache already has an answer. */
export async function restoreAnswer(name: ReadCallName, request: object) {
  const answerKey = answerKeyOf(name, request)
  if (!answerKey || isShown([name, request])) return
  const hash = hashKey([answerKey])
  const restored =
    restoring.get(hash) ?? loadSavedAnswer(name, request, answerKey).finally(() => restoring.delete(hash))
  restoring.set(hash, restored)
  await restored
}

async function loadSavedAnswer(name: ReadCallName, request: object, answerKey: StoredAnswerKey) {
  const queryKey = [name, request]
  const schema: z.ZodMiniType = api[name].response
  const saved = await readSavedAnswer(answerKey, schema)
  if (saved && !isShown(queryKey) && isOfCurrentSession(answerKey))
    queryClient.setQueryData(queryKey, saved.data, { updatedAt: saved.at })
}

const isShown = (queryKey: unknown[]) => !!queryClient.getQueryData(queryKey) // an answer is an object or an array

/** The answer of a reading call, cached under `[name, request]`; a cached answer is shown while it is refetched. */
export function useApi<N extends ReadCallName>(name: N, request: RequestOf<N>) {
  return useQuery<ResponseOf<N>, ApiError>(optionsOf(name, request), queryClient)
}

/** The answers of one call to several requests, in their order; a request that is not due gets its cached answer. */
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
