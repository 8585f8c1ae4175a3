import LockKey from '@phosphor-icons/core/assets/regular/lock-key.svg?react'
import { openDialog } from '../../../shared/dialogEntry.ts'
import { ListRow } from '../../../shared/ui/content/ListRow.tsx'
import { usePrivacy } from './privacyData.ts'

/** The row that opens Privacidad; nothing if the server lacks it. */
export function PrivacyRow({ iconClass }: { iconClass: string }) {
  const { data } = usePrivacy()
  if (!data) return null
  const waiting = data.requests.filter(({ answers }) => answers.length === 0).length
  return (
    <ListRow
      title="Privacidad"
      start={<LockKey className={iconClass} />}
      end={
        waiting > 0 && (
          <span className="text-small text-text-2">
            {waiting === 1 ? '1 en curso' : `${waiting} en curso`}
          </span>
        )
      }
      isChosen={false}
      onOpen={() => openDialog('Privacidad')}
    />
  )
}
