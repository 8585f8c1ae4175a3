import type { ResponseOf } from '@apoderados/contract/calls/api'
import { lazyApi } from '@apoderados/contract/calls/lazyApi'
import { type ComponentProps, useState } from 'react'
import { sendCall } from '../../shared/api/api.ts'
import { isNative } from '../../shared/device/native.ts'
import { openPhoneSettings } from '../../shared/device/push/phoneSettings.ts'
import { stopPushes } from '../../shared/device/push/push.ts'
import type { PushPermission } from '../../shared/device/push/push.web.ts'
import { refreshPushPermission, usePushPermission } from '../../shared/device/push/usePushPermission.ts'
import { activateNotifications, failureText } from '../../shared/notifications/activate.ts'
import { InstallSteps } from '../../shared/notifications/InstallSteps.tsx'
import { dispatch } from '../../shared/session/store.ts'
import { Button } from '../../shared/ui/forms/Button.tsx'

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
      {serverSendsToDevice && <ActivationButton permission={permission} onResult={setMessage} />}
      {permission === 'granted' && (
        <StepButton variant="soft" busyLabel="Enviando" step={sendTestPush} onResult={setMessage}>
          Enviar una de prueba
        </StepButton>
      )}
      <p role="status" className="text-small text-text-2">
        {message}
      </p>
    </section>
  )
}

type StepButtonProps = Pick<ComponentProps<typeof Button>, 'variant' | 'busyLabel' | 'children'> & {
  step: () => Promise<string | undefined>
  /** Receives the text that the step returns, and '' at its start. */
  onResult: (text: string) => void
}

/** A button that is busy until its step has ended. */
function StepButton({ step, onResult, busyLabel, ...button }: StepButtonProps) {
  const [isBusy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    onResult('')
    onResult((await step()) ?? '')
    setBusy(false)
  }
  return <Button {...button} busyLabel={isBusy && busyLabel} onClick={run} />
}

type ActivationButtonProps = Pick<StepButtonProps, 'onResult'> & { permission: PushPermission }

function ActivationButton({ permission, onResult }: ActivationButtonProps) {
  if (permission === 'prompt') {
    return (
      <StepButton busyLabel="Activando" step={activateNotifications} onResult={onResult}>
        Activar avisos
      </StepButton>
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
    <StepButton variant="text" busyLabel="Desactivando" step={stopNotifications} onResult={onResult}>
      Desactivar avisos
    </StepButton>
  )
}

/** Ends the notifications of this browser. Returns the text about a failure, if there is one. */
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

/** Sends a test notification. If the server has no valid token of this browser, the app removes the stored token. */
async function sendTestPush(): Promise<string> {
  try {
    const response = await sendCall(lazyApi.sendTestNotification, {})
    const { outcome, message } = response as ResponseOf<'sendTestNotification'>
    if (!isNative() && (outcome === 'gone' || outcome === 'no_device')) {
      dispatch({ type: 'pushTokenSaved', token: null })
      await refreshPushPermission()
    }
    return message
  } catch (error) {
    return failureText(error)
  }
}
