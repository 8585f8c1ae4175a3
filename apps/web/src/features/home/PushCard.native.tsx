import BellRinging from '@phosphor-icons/core/assets/regular/bell-ringing.svg?react'
import { useState } from 'react'
import { askForPushes, declinePushes } from '../../shared/device/push/push.ts'
import { refreshPushPermission, usePushPermission } from '../../shared/device/push/usePushPermission.ts'
import { Button } from '../../shared/ui/forms/Button.tsx'

/** Offers notifications below the student's data, until the parent accepts or declines. */
export function PushCard() {
  const known = usePushPermission()
  const [isBusy, setBusy] = useState(false)
  if (known?.permission !== 'prompt' || known.isDeclined) return null

  async function respond(carryOut: () => Promise<void>) {
    setBusy(true)
    await carryOut().catch(() => undefined) // afterwards the phone's permission decides whether the card stays
    await refreshPushPermission()
    setBusy(false)
  }

  return (
    <section aria-label="Avisos" className="grid gap-4 card p-4">
      <p className="flex items-center gap-4 font-medium text-row">
        <BellRinging className="size-6 shrink-0 text-text-2" />
        Recibe los avisos del colegio en este teléfono
      </p>
      <div className="grid gap-1">
        <Button variant="soft" busyLabel={isBusy && 'Activando'} onClick={() => respond(askForPushes)}>
          Activar avisos
        </Button>
        <Button variant="text" disabled={isBusy} onClick={() => respond(declinePushes)}>
          Ahora no
        </Button>
      </div>
    </section>
  )
}
