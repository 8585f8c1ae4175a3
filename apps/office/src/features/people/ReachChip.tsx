import type { Reach } from '@apoderados/contract/office/people'
import WarningIcon from '@phosphor-icons/core/assets/fill/warning-fill.svg?react'
import PhoneIcon from '@phosphor-icons/core/assets/regular/device-mobile.svg?react'
import MailIcon from '@phosphor-icons/core/assets/regular/envelope-simple.svg?react'
import { Chip } from '../../shared/ui/Page.tsx'
import { reachNames } from './person.ts'

const icons = { phone: PhoneIcon, mail: MailIcon, nobody: WarningIcon }

/** How news reach a family. */
export function ReachChip({ reach }: { reach: Reach }) {
  const Icon = icons[reach]
  if (reach === 'nobody')
    return (
      <Chip tone="wait" icon={<Icon />}>
        {reachNames[reach]}
      </Chip>
    )
  return (
    <span className="reach">
      <Icon />
      {reachNames[reach]}
    </span>
  )
}
