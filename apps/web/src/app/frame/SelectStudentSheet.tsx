import type { Student } from '@apoderados/contract/profile'
import { closeDetail } from '../../shared/addressHistory.ts'
import { FamilyCards } from '../../shared/family/FamilyCards.tsx'
import { Sheet } from '../../shared/ui/dialogs/Sheet.tsx'

type Props = {
  students: Student[]
  selected: Student
  isOpen: boolean
  onClose: () => void
  onSelect: (student: Student) => void
}

/** A card for each child of the parent. */
export function SelectStudentSheet({ students, selected, isOpen, onClose, onSelect }: Props) {
  return (
    <Sheet title="Seleccionar estudiante" isOpen={isOpen} onClose={onClose}>
      <FamilyCards
        students={students}
        selected={selected}
        onSelect={(chosen) => closeDetail(() => onSelect(chosen))}
      />
    </Sheet>
  )
}
