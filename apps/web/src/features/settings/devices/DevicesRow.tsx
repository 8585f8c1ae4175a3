import Devices from '@phosphor-icons/core/assets/regular/devices.svg?react'
import { openDialog } from '../../../shared/dialogEntry.ts'
import { ListRow } from '../../../shared/ui/content/ListRow.tsx'
import { useSessions } from './useDevices.ts'

/** The entry `Dispositivos` of the settings with the number of open sessions; absent if the server has no list. */
export function DevicesRow({ iconClass }: { iconClass: string }) {
  const { data } = useSessions()
  if (!data) return null
  return (
    <ListRow
      title="Dispositivos"
      start={<Devices className={iconClass} />}
      end={<span className="text-small text-text-2">{data.sessions.length}</span>}
      isChosen={false}
      onOpen={() => openDialog('Dispositivos')}
    />
  )
}
