import type { ResponseOf } from '@apoderados/contract/calls/api'
import { notificationsApi } from '@apoderados/contract/calls/notificationsApi'
import { useState } from 'react'
import { sendCall } from '../../../shared/api/api.ts'
import { isNative } from '../../../shared/device/native.ts'
import { refreshPushPermission } from '../../../shared/device/push/usePushPermission.ts'
import { failureText } from '../../../shared/notifications/activate.ts'
import { dispatch } from '../../../shared/session/store.ts'
import { Button } from '../../../shared/ui/forms/Button.tsx'

/** Sends a test notification. If the server has no valid token of this browser, the stored token is removed too. */
async function sendTest(): Promise<string> {
  try {
    const answer = await sendCall(notificationsApi.sendTestNotification, {})
    const { outcome, message } = answer as ResponseOf<'sendTestNotification'>
    if (!isNative() && (outcome === 'gone' || outcome === 'no_device')) {
      dispatch({ type: 'pushTokenSaved', token: null })
      await refreshPushPermission()
    }
    return message
  } catch (error) {
    return failureText(error)
  }
}

/** Sends a test notification and reports the result. */
export function TestButton({ onResult }: { onResult: (message: string) => void }) {
  const [isBusy, setBusy] = useState(false)
  async function test() {
    setBusy(true)
    onResult('')
    onResult(await sendTest())
    setBusy(false)
  }
  return (
    <Button variant="soft" busyLabel={isBusy && 'Enviando'} onClick={test}>
      Enviar una de prueba
    </Button>
  )
}
