import type { Student } from '@apoderados/contract/profile'
import CaretUpDown from '@phosphor-icons/core/assets/regular/caret-up-down.svg?react'
import { nameAmong } from '../../shared/text/names.ts'
import { Avatar } from '../../shared/ui/content/Avatar.tsx'
import { lazyComponent, useLazySheet } from '../../shared/ui/page/lazyComponent.tsx'

/** The sheet's code is loaded when the button is hovered, focused or pressed, as few visits change the student. */
const SelectStudentSheet = lazyComponent(() =>
  import('./SelectStudentSheet.tsx').then((m) => m.SelectStudentSheet),
)
const fetchSheetCode = () => void SelectStudentSheet.load().catch(() => undefined)

type Props = { students: Student[]; student: Student; onSelect: (student: Student) => void }

/** Shows the selected student, as a button to choose another child if there are several. */
export function StudentBar({ students, student, onSelect }: Props) {
  const sheet = useLazySheet('estudiante', SelectStudentSheet.load)
  const name = nameAmong(students, student)
  if (students.length < 2) {
    return (
      <div className="flex min-w-0 flex-1 items-center gap-3 py-1">
        <StudentSummary name={name} student={student} />
      </div>
    )
  }
  return (
    <>
      <div className="-ml-1.5 min-w-0">
        <button
          type="button"
          aria-haspopup="dialog"
          aria-expanded={sheet.isOpen}
          tabIndex={0} // Safari focuses a clicked button only with this; the focus returns to it when the sheet closes
          onPointerOver={fetchSheetCode}
          onFocus={fetchSheetCode}
          onClick={sheet.open}
          className="flex max-w-full items-center gap-3 rounded-md py-1 pr-2 pl-1.5 text-left hover:bg-hover"
        >
          <StudentSummary name={name} student={student} hasCaret={true} />
        </button>
        {sheet.hasFailed && (
          <p role="alert" className="pb-1 pl-1.5 text-label text-negative-text">
            No se pudo abrir. Revisa tu conexión.
          </p>
        )}
      </div>
      {sheet.isLoaded && (
        <SelectStudentSheet
          students={students}
          selected={student}
          isOpen={sheet.isOpen}
          onClose={sheet.close}
          onSelect={onSelect}
        />
      )}
    </>
  )
}

function StudentSummary({ name, student, hasCaret }: { name: string; student: Student; hasCaret?: boolean }) {
  const place = [student.enrollment?.course, student.establishment?.name].filter(Boolean).join(' · ')
  return (
    <>
      <Avatar id={student.id} name={name} photo={student.enrollment?.profile_image} />
      <span className="min-w-0">
        <span className="flex items-center gap-2 font-semibold text-row leading-tight">
          <span className="min-w-0 hyphens-none large-text:line-clamp-3">{name}</span>
          {hasCaret && <CaretUpDown className="size-5 shrink-0 text-text-3" />}
        </span>{' '}
        <span title={place} className="mt-0.5 block truncate text-caption text-text-2">
          {place}
        </span>
      </span>
    </>
  )
}
