import Bell from '@phosphor-icons/core/assets/regular/bell.svg?react'
import { useState } from 'react'
import { openPhoneSettings } from '../../shared/device/push/phoneSettings.ts'
import { askForPushes, type PushPermission } from '../../shared/device/push/push.ts'
import { refreshPushPermission, usePushPermission } from '../../shared/device/push/usePushPermission.ts'
import { ListRow } from '../../shared/ui/content/ListRow.tsx'
import { Sheet } from '../../shared/ui/dialogs/Sheet.tsx'
import { Button } from '../../shared/ui/forms/Button.tsx'

type PermissionState = Exclude<PushPermission, 'none'>

const words: Record<PermissionState, string> = {
  prompt: 'Este teléfono todavía no recibe los avisos del colegio.',
  granted: 'Este teléfono recibe los avisos del colegio. Puedes desactivarlos en los ajustes del teléfono.',
  denied: 'Los avisos están bloqueados. Puedes permitirlos en los ajustes del teléfono.',
}

/** Shows whether this phone receives notifications, and a way to change it. */
export function NotificationsEntry() {
  const permission = usePushPermission()?.permission
  const [isOpen, setOpen] = useState(false)
  if (permission === 'none') return null
  return (
    <>
      <ListRow
        title="Notificaciones"
        start={<Bell className="setting-icon" />}
        end={
          permission && (
            <span className="text-small text-text-2">
              {permission === 'granted' ? 'Activadas' : 'Desactivadas'}
            </span>
          )
        }
        isChosen={false}
        onOpen={() => setOpen(true)}
      />
      <Sheet
        title="Notificaciones"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        footer={permission && <Change permission={permission} />}
      >
        <p className="text-body leading-body">{permission && words[permission]}</p>
      </Sheet>
    </>
  )
}

function Change({ permission }: { permission: PermissionState }) {
  const [isBusy, setBusy] = useState(false)
  async function ask() {
    setBusy(true)
    await askForPushes().catch(() => undefined) // the row shows the result
    await refreshPushPermission()
    setBusy(false)
  }
  if (permission === 'prompt') {
    return (
      <Button busyLabel={isBusy && 'Activando'} onClick={ask}>
        Activar avisos
      </Button>
    )
  }
  return (
    <Button variant="soft" onClick={() => void openPhoneSettings('notifications')}>
      Abrir ajustes
    </Button>
  )
}
