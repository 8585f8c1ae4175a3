import { privacyApi } from '@apoderados/contract/calls/privacyApi'
import type { PrivacyResponse } from '@apoderados/contract/privacy'
import { useQuery } from '@tanstack/react-query'
import { ApiError, sendCall } from '../../../shared/api/api.ts'
import { queryClient } from '../../../shared/api/queryClient.ts'

type ReadingCall = 'getPrivacy' | 'getContactReaders' | 'getRecordReads'

/** Reads a call of this screen, which is not stored on the device; null if the server lacks the call. */
export const usePrivacyRead = <T>(name: ReadingCall, request: Record<string, unknown> = {}) =>
  useQuery<T | null, ApiError>(
    {
      queryKey: [name, request],
      queryFn: async ({ signal }) => {
        try {
          return (await sendCall(privacyApi[name], request, { signal })) as T
        } catch (error) {
          if (error instanceof ApiError && error.status === 404) return null
          throw error
        }
      },
    },
    queryClient,
  )

export const usePrivacy = () => usePrivacyRead<PrivacyResponse>('getPrivacy')
export const refetchPrivacy = () => queryClient.invalidateQueries({ queryKey: ['getPrivacy'] })

/** The text of a failed call. */
export const failureOf = (error: unknown) =>
  (error instanceof ApiError && error.message) || 'No se pudo. Revisa tu conexión y vuelve a intentarlo.'
