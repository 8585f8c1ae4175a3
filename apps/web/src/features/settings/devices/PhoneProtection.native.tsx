import { useState } from 'react'
import { chooseHiddenContents, chooseLock, useProtection } from '../../../shared/appLock/appLock.native.ts'
import { Section } from '../../../shared/ui/content/Section.tsx'
import { showToast } from '../../../shared/ui/notices/toast.ts'
import { Switch } from '../notificationFields.tsx'

const NOTE = '-mt-1 px-4 pb-3 text-small text-text-2'

/** The protection of the contents on this phone, by the parent's choice. */
export function PhoneProtection() {
  const choices = useProtection()
  const [isBusy, setBusy] = useState(false)
  const change = async (step: () => Promise<void>) => {
    if (isBusy) return
    setBusy(true)
    await step().catch(() => showToast('error', 'No se pudo cambiar. Intenta de nuevo.'))
    setBusy(false)
  }
  const changeLock = async (isOn: boolean) => {
    const recognition = await chooseLock(isOn)
    if (recognition === 'missing') {
      showToast('error', 'Este teléfono no tiene huella, rostro ni PIN. Actívalo primero en sus ajustes.')
    } else if (recognition === 'refused') showToast('error', 'No se activó el bloqueo. Intenta de nuevo.')
  }
  return (
    <Section title="Protección">
      <div className="[&>*+*]:border-line [&>*+*]:border-t">
        <div>
          <Switch
            label="Pedir huella, rostro o PIN al abrir"
            isOn={choices.has('app_lock')}
            onChange={(isOn) => void change(() => changeLock(isOn))}
          />
          <p className={NOTE}>También después de 1 minuto en otra aplicación.</p>
        </div>
        <div>
          <Switch
            label="Ocultar el contenido en el selector de aplicaciones"
            isOn={choices.has('hidden_contents')}
            onChange={(isOn) => void change(() => chooseHiddenContents(isOn))}
          />
          <p className={NOTE}>En Android tampoco se pueden hacer capturas de pantalla.</p>
        </div>
      </div>
    </Section>
  )
}
