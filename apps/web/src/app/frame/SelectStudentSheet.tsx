import type { ComponentProps } from 'react'
import { closeDialog } from '../../shared/dialogEntry.ts'
import { FamilyCards } from '../../shared/family/FamilyCards.tsx'
import { useFamilyOverview } from '../../shared/family/useFamilyOverview.ts'
import { closeDetail } from '../../shared/searchParams.ts'
import { Sheet } from '../../shared/ui/dialogs/Sheet.tsx'
import { QueryNotice } from '../../shared/ui/notices/QueryNotice.tsx'

type Props = ComponentProps<typeof FamilyCards> & { isOpen: boolean; onClose: () => void }

/** States, if the overview of the family failed to load, why the cards show only names or outdated data. */
function FamilyNotice() {
  const overview = useFamilyOverview()
  if (!overview.error) return null
  return (
    <QueryNotice
      query={overview}
      updatedAt={overview.dataUpdatedAt}
      onRetry={() => void overview.refetch()}
    />
  )
}

/** The dialog in which the parent chooses a child; it has a card for each. */
export function SelectStudentSheet({ isOpen, onClose, onSelect, ...cards }: Props) {
  return (
    <Sheet title="Seleccionar estudiante" isOpen={isOpen} onClose={onClose}>
      <FamilyNotice />
      <FamilyCards {...cards} onSelect={(chosen) => closeDialog(() => closeDetail(() => onSelect(chosen)))} />
    </Sheet>
  )
}
