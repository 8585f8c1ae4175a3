import { lazyApi } from '@apoderados/contract/calls/lazyApi'
import type { NotificationSettings } from '@apoderados/contract/notifications'
import { queryClient } from '../api/queryClient.ts'
import { useUncachedRead } from '../api/useUncachedRead.ts'

const queryKey = ['getNotificationSettings', {}]

/** The parent's notification settings, null if the server has none; the response is not stored on the device. */
export const useNotificationSettings = () =>
  useUncachedRead('getNotificationSettings', lazyApi.getNotificationSettings, {})

/** Applies changes that the server has saved to the cached response. */
export function changeSettings(changes: Partial<NotificationSettings>): void {
  queryClient.setQueryData<NotificationSettings>(queryKey, (known) => known && { ...known, ...changes })
}
