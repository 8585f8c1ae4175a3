import { onPushToken } from '../shared/device/push.ts'

/** On a phone, the server is told its push token; a browser loads nothing of this. */
export function watchPushToken() {
  void onPushToken(async (token) => {
    const { savePushToken } = await import('../shared/session/pushToken.ts')
    savePushToken(token)
  })
}
