import { useState } from 'react'
import { declinePushes } from '../device/push/push.ts'
import { refreshPushPermission, usePushPermission } from '../device/push/usePushPermission.ts'
import { Button } from '../ui/forms/Button.tsx'
import { showToast } from '../ui/notices/toast.ts'
import { activateNotifications } from './activate.ts'
import { InstallSteps } from './InstallSteps.tsx'
import { useNotificationSettings } from './notificationSettings.ts'

/** Offers the notifications to a parent who reads the news in a browser, until the parent accepts or declines. */
export function PushOffer() {
  const known = usePushPermission()
  const { data } = useNotificationSettings()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const permission = known?.permission
  const isOffered = data?.vapid_public_key && known && !known.isDeclined
  if (!isOffered || (permission !== 'prompt' && permission !== 'install')) return null

  async function activate() {
    setBusy(true)
    const reason = await activateNotifications()
    setFailure(reason)
    setBusy(false)
    if (!reason && Notification.permission === 'granted')
      showToast('success', 'Activaste los avisos en este dispositivo')
  }
  async function decline() {
    await declinePushes()
    await refreshPushPermission()
  }

  return (
    <section aria-label="Avisos" className="grid gap-3">
      <p className="font-semibold text-body">
        {permission === 'install'
          ? 'Recibe los avisos del colegio en tu iPhone'
          : 'Recibe los avisos del colegio en este dispositivo'}
      </p>
      {permission === 'install' && <InstallSteps />}
      {failure && (
        <p role="alert" className="text-negative-text text-small">
          {failure}
        </p>
      )}
      <div className="grid gap-1">
        {permission === 'prompt' && (
          <Button busyLabel={isBusy && 'Activando'} onClick={activate}>
            Activar avisos
          </Button>
        )}
        <Button variant="text" disabled={isBusy} onClick={decline}>
          Ahora no
        </Button>
      </div>
    </section>
  )
}
