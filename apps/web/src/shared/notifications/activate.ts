import { ApiError } from '../api/api.ts'
import { askForPushes } from '../device/push/push.ts'
import { refreshPushPermission } from '../device/push/usePushPermission.ts'
import { subscribePushes } from '../session/subscribePushes.ts'

export const failureText = (error: unknown): string => {
  if (error instanceof ApiError && error.hasNoResponse)
    return 'Necesitas conexión a internet. Inténtalo de nuevo.'
  return (error instanceof ApiError && error.message) || 'No se pudo. Inténtalo de nuevo más tarde.'
}

/** Asks for permission, as browsers allow only after a tap, and turns notifications on; returns a failure's text. */
export async function activateNotifications(): Promise<string | undefined> {
  subscribePushes()
  try {
    await askForPushes()
    return undefined
  } catch (error) {
    return failureText(error)
  } finally {
    await refreshPushPermission()
  }
}
