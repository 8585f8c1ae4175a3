import type { NotificationSettings } from '@apoderados/contract/notifications'
import { useQuery } from '@tanstack/react-query'
import type { ApiError } from '../api/api.ts'
import { sendLazyRead } from '../api/lazyRead.ts'
import { queryClient } from '../api/queryClient.ts'

const queryKey = ['getNotificationSettings', {}]

/** The parent's notification settings, null if the server has none; the response is not stored on the device. */
export const useNotificationSettings = () =>
  useQuery<NotificationSettings | null, ApiError>(
    {
      queryKey,
      queryFn: ({ signal }) => sendLazyRead('getNotificationSettings', {}, signal),
    },
    queryClient,
  )

/** Applies changes that the server has saved to the cached response. */
export function changeSettings(changes: Partial<NotificationSettings>): void {
  queryClient.setQueryData<NotificationSettings>(queryKey, (known) => known && { ...known, ...changes })
}
