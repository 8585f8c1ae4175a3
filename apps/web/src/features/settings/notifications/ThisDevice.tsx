import { useState } from 'react'
import { isNative } from '../../../shared/device/native.ts'
import { openPhoneSettings } from '../../../shared/device/push/phoneSettings.ts'
import { type PushPermission, stopPushes } from '../../../shared/device/push/push.ts'
import { refreshPushPermission, usePushPermission } from '../../../shared/device/push/usePushPermission.ts'
import { activateNotifications, failureText } from '../../../shared/notifications/activate.ts'
import { InstallSteps } from '../../../shared/notifications/InstallSteps.tsx'
import { Button } from '../../../shared/ui/forms/Button.tsx'
import { TestButton } from './TestButton.tsx'

const phoneTexts: Partial<Record<PushPermission, string>> = {
  prompt: 'Este teléfono todavía no recibe los avisos del colegio.',
  granted: 'Este teléfono recibe los avisos del colegio. Puedes desactivarlos en los ajustes del teléfono.',
  denied: 'Los avisos están bloqueados. Puedes permitirlos en los ajustes del teléfono.',
}
const browserTexts: Record<PushPermission, string> = {
  prompt:
    'Este dispositivo todavía no recibe los avisos del colegio. Si los activas, tu sesión sigue abierta aquí hasta 14 días sin uso: hazlo solo en un dispositivo tuyo.',
  granted:
    'Este dispositivo recibe los avisos del colegio mientras tu sesión está abierta. Se cierra si pasas 14 días sin abrir Apoderados.',
  denied:
    'El navegador bloquea los avisos de Apoderados. Para permitirlos, toca el ícono que está junto a la dirección de la página, abre los permisos y permite las notificaciones. En la app instalada se permiten en los ajustes del teléfono.',
  install: 'En un iPhone o iPad los avisos llegan solo a la app instalada:',
  none: 'Este navegador no puede recibir avisos. Lo que elijas aquí vale en tus otros dispositivos.',
}

/** States whether this device is notified, with the buttons that change this and that send a test. */
export function ThisDevice({ serverSendsToDevice }: { serverSendsToDevice: boolean }) {
  const permission = usePushPermission()?.permission
  const [message, setMessage] = useState('')
  const words = isNative() ? phoneTexts : browserTexts
  if (!permission) return null
  return (
    <section aria-label="Este dispositivo" className="grid gap-3">
      <p className="text-body leading-body">
        {serverSendsToDevice
          ? words[permission]
          : 'El servidor de tu colegio todavía no envía avisos a navegadores.'}
      </p>
      {permission === 'install' && serverSendsToDevice && <InstallSteps />}
      {serverSendsToDevice && <ChangeButton permission={permission} onFailure={setMessage} />}
      {permission === 'granted' && <TestButton onResult={setMessage} />}
      <p role="status" className="text-small text-text-2">
        {message}
      </p>
    </section>
  )
}

type ChangeProps = { permission: PushPermission; onFailure: (reason: string) => void }

function ChangeButton({ permission, onFailure }: ChangeProps) {
  const [isBusy, setBusy] = useState(false)
  const run = async (step: () => Promise<string | undefined>) => {
    setBusy(true)
    onFailure('')
    onFailure((await step()) ?? '')
    setBusy(false)
  }
  if (permission === 'prompt') {
    return (
      <Button busyLabel={isBusy && 'Activando'} onClick={() => run(activateNotifications)}>
        Activar avisos
      </Button>
    )
  }
  if (isNative()) {
    return (
      <Button variant="soft" onClick={() => void openPhoneSettings('notifications')}>
        Abrir ajustes
      </Button>
    )
  }
  if (permission !== 'granted') return null
  return (
    <Button variant="text" busyLabel={isBusy && 'Desactivando'} onClick={() => run(stopNotifications)}>
      Desactivar avisos
    </Button>
  )
}

async function stopNotifications(): Promise<string | undefined> {
  try {
    await stopPushes()
    return undefined
  } catch (error) {
    return failureText(error)
  } finally {
    await refreshPushPermission()
  }
}
