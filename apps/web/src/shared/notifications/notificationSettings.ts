import { api } from '@apoderados/contract/calls/api'
import type { NotificationSettings } from '@apoderados/contract/notifications'
import { useQuery } from '@tanstack/react-query'
import { type ApiError, sendCall } from '../api/api.ts'
import { queryClient } from '../api/queryClient.ts'

const queryKey = ['getNotificationSettings', {}]

/** The parent's notification settings; the response is not stored on the device. */
export const useNotificationSettings = () =>
  useQuery<NotificationSettings, ApiError>(
    {
      queryKey,
      queryFn: async ({ signal }) =>
        (await sendCall(api.getNotificationSettings, {}, { signal })) as NotificationSettings,
    },
    queryClient,
  )

/** Applies changes that the server has saved to the cached response. */
export function changeSettings(changes: Partial<NotificationSettings>): void {
  queryClient.setQueryData<NotificationSettings>(queryKey, (known) => known && { ...known, ...changes })
}
