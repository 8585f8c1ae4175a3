import type { ReadCallName, ReadResponseOf, RequestOf } from '@apoderados/contract/calls/api'
import type { Call } from '@apoderados/contract/calls/call'
import { useQuery } from '@tanstack/react-query'
import type { ApiError } from './api.ts'
import { queryClient } from './queryClient.ts'
import { sendRead } from './useApi.ts'

/** The response of a reading call that is not stored on the device; null if the server lacks the call. */
export const useUncachedRead = <N extends ReadCallName>(
  name: N,
  call: Call,
  request: RequestOf<N>,
  isEnabled = true,
) =>
  useQuery<ReadResponseOf<N>, ApiError>(
    {
      queryKey: [name, request],
      queryFn: ({ signal }) => sendRead(name, call, request, signal),
      enabled: isEnabled,
    },
    queryClient,
  )
