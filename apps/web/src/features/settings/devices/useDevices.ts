import type { ReadCallName } from '@apoderados/contract/calls/api'
import { devicesApi } from '@apoderados/contract/calls/devicesApi'
import { queryClient } from '../../../shared/api/queryClient.ts'
import { useUncachedRead } from '../../../shared/api/useUncachedRead.ts'
import { isNative } from '../../../shared/device/native.ts'

type DevicesReadName = Extract<ReadCallName, keyof typeof devicesApi>

/** Whether this browser has passkeys. The apps do not: their pages have another host. */
export const canUsePasskeys = (): boolean => !isNative() && 'PublicKeyCredential' in window

export const useSessions = () => useUncachedRead('getSessions', devicesApi.getSessions, {})
export const usePasskeys = () => useUncachedRead('getPasskeys', devicesApi.getPasskeys, {}, canUsePasskeys())

/** Reads the list again after a change. */
export const refetchDevices = (name: DevicesReadName) =>
  queryClient.refetchQueries({ queryKey: [name] }, { cancelRefetch: true })
