import type { ReadCallName, ReadResponseOf } from '@apoderados/contract/calls/api'
import { devicesApi } from '@apoderados/contract/calls/devicesApi'
import { useQuery } from '@tanstack/react-query'
import type { ApiError } from '../../../shared/api/api.ts'
import { queryClient } from '../../../shared/api/queryClient.ts'
import { sendRead } from '../../../shared/api/useApi.ts'
import { isNative } from '../../../shared/device/native.ts'

type DevicesReadName = Extract<ReadCallName, keyof typeof devicesApi>

/** The response, null if the server lacks the call; it is not stored on the device. */
const useRead = <N extends DevicesReadName>(name: N, isDue = true) =>
  useQuery<ReadResponseOf<N>, ApiError>(
    {
      queryKey: [name, {}],
      queryFn: ({ signal }) => sendRead(name, devicesApi[name], {} as never, signal),
      enabled: isDue,
    },
    queryClient,
  )

/** Whether this browser has passkeys. The apps do not: their pages have another host. */
export const canUsePasskeys = (): boolean => !isNative() && 'PublicKeyCredential' in window

export const useSessions = () => useRead('getSessions')
export const usePasskeys = () => useRead('getPasskeys', canUsePasskeys())

/** Reads the list again after a change. */
export const refetchDevices = (name: DevicesReadName) =>
  queryClient.refetchQueries({ queryKey: [name] }, { cancelRefetch: true })
