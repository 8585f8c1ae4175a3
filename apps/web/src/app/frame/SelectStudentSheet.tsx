import type { Student } from '@apoderados/contract/profile'
import CheckCircle from '@phosphor-icons/core/assets/fill/check-circle-fill.svg?react'
import { nameAmong } from '../../shared/text/names.ts'
import { Avatar } from '../../shared/ui/content/Avatar.tsx'
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
      <ul className="grid gap-3.5">
        {students.map((student) => {
          const isSelected = student.id === selected.id
          const name = nameAmong(students, student)
          const place = [student.enrollment?.course, student.establishment?.name].filter(Boolean).join(' · ')
          return (
            <li key={student.id}>
              <button
                type="button"
                aria-current={isSelected ? 'true' : undefined}
                onClick={() => onSelect(student)}
                className={`choice flex w-full flex-wrap items-center gap-4 p-4 text-left ${isSelected ? '' : 'hover:bg-hover'}`}
              >
                <Avatar id={student.id} name={name} photo={student.enrollment?.profile_image} size="large" />
                <span className="min-w-0 grow basis-28">
                  <span className="block font-semibold text-row">{name}</span>{' '}
                  <span className="block text-small text-text-2">{place}</span>
                </span>
                {isSelected && <CheckCircle className="size-7 shrink-0 text-accent" />}
              </button>
            </li>
          )
        })}
      </ul>
    </Sheet>
  )
}
