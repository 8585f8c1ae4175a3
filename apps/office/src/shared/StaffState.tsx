import type { StaffMember } from '@apoderados/contract/office/staffMembers'
import ClockIcon from '@phosphor-icons/core/assets/fill/clock-fill.svg?react'
import WarningIcon from '@phosphor-icons/core/assets/fill/warning-fill.svg?react'
import { Chip } from './ui/Page.tsx'

/** Whether a member has enrolled; nothing for one who has. */
export function StaffState({ state }: Pick<StaffMember, 'state'>) {
  if (state === 'active') return null
  if (state === 'invited')
    return (
      <Chip tone="wait" icon={<ClockIcon />}>
        Invitación enviada
      </Chip>
    )
  return (
    <Chip tone="wait" icon={<WarningIcon />}>
      Invitación vencida
    </Chip>
  )
}
