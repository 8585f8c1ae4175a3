import type { JsonCallName, RequestOf, ResponseOf } from '@apoderados/contract/api'
import { useQuery } from '@tanstack/react-query'
import { type ApiError, callApi } from './api.ts'
import { queryClient } from './queryClient.ts'

// Apart from `callApi`, and without a provider around the app: the query library travels with the first
// page that reads through it, never with the sign-in.

/** The answer of a reading call, cached under `[name, request]`. */
export function useApi<N extends JsonCallName>(name: N, request: RequestOf<N>) {
  return useQuery<ResponseOf<N>, ApiError>(
    { queryKey: [name, request], queryFn: ({ signal }) => callApi(name, request, { signal }) },
    queryClient,
  )
}
