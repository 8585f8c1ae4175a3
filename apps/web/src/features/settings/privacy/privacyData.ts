import { privacyApi } from '@apoderados/contract/calls/privacyApi'
import { ApiError } from '../../../shared/api/api.ts'
import { queryClient } from '../../../shared/api/queryClient.ts'
import { useUncachedRead } from '../../../shared/api/useUncachedRead.ts'

export const usePrivacy = () => useUncachedRead('getPrivacy', privacyApi.getPrivacy, {})
export const refetchPrivacy = () => queryClient.invalidateQueries({ queryKey: ['getPrivacy'] })

/** The text of a failed call. */
export const failureOf = (error: unknown) =>
  (error instanceof ApiError && error.message) || 'No se pudo. Revisa tu conexión y vuelve a intentarlo.'
