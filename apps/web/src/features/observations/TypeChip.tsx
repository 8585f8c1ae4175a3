import type { ObservationType } from '@apoderados/contract/observations'
import { Chip } from '../../shared/ui/content/Chip.tsx'
import { observationKinds } from './kinds.ts'

/** `type` is one of the three known values, or an unknown value of a newer server, which is shown unchanged. */
export function TypeChip({ type }: { type: string }) {
  if (!Object.hasOwn(observationKinds, type)) return <Chip>{type}</Chip>
  const { singular, Icon } = observationKinds[type as ObservationType]
  return (
    <Chip tone={type as ObservationType} icon={Icon}>
      {singular}
    </Chip>
  )
}
