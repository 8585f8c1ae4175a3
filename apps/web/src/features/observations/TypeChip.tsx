import type { ObservationType } from '@apoderados/contract/observations'
import { Chip } from '../../shared/ui/content/Chip.tsx'
import { kinds } from './kinds.ts'

/** `type`: one of the three, or a newer server's word, shown as it came. */
export function TypeChip({ type }: { type: string }) {
  if (!Object.hasOwn(kinds, type)) return <Chip>{type}</Chip>
  const { singular, Icon } = kinds[type as ObservationType]
  return (
    <Chip tone={type as ObservationType} icon={Icon}>
      {singular}
    </Chip>
  )
}
