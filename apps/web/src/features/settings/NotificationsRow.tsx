import BellRinging from '@phosphor-icons/core/assets/regular/bell-ringing.svg?react'
import { isNative } from '../../shared/device/native.ts'
import { usePushPermission } from '../../shared/device/push/usePushPermission.ts'
import { ListRow } from '../../shared/ui/content/ListRow.tsx'

/** Shows whether this device gets notifications, and opens their settings; absent on a phone without a push service. */
export function NotificationsRow({ onOpen }: { onOpen: () => void }) {
  const permission = usePushPermission()?.permission
  if (isNative() && (!permission || permission === 'none')) return null
  return (
    <ListRow
      title="Notificaciones"
      start={<BellRinging className="setting-icon" />}
      end={
        permission && (
          <span className="text-small text-text-2">
            {permission === 'granted' ? 'Activadas' : 'Desactivadas'}
          </span>
        )
      }
      isChosen={false}
      onOpen={onOpen}
    />
  )
}
