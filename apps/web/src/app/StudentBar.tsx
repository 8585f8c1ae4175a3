import type { Student } from '@apoderados/contract/profile'
import CaretUpDown from '@phosphor-icons/core/assets/regular/caret-up-down.svg?react'
import { lazy, Suspense, useState } from 'react'
import { fetchCode } from '../shared/fetchCode.ts'
import { shownName } from '../shared/names.ts'
import { Avatar } from '../shared/ui/Avatar.tsx'

const loadSheet = () => import('./SelectStudentSheet.tsx').then((m) => ({ default: m.SelectStudentSheet }))
/** Most visits are about the child who is chosen already: the choice travels when a finger is on its way. */
const SelectStudentSheet = lazy(loadSheet)
const fetchAhead = () => void loadSheet().catch(() => undefined)

type Props = { students: Student[]; student: Student; onSelect: (student: Student) => void }

/** Whose data this is; a button to choose another child where there are several. */
export function StudentBar({ students, student, onSelect }: Props) {
  const [isOpen, setOpen] = useState<boolean>() // nothing before the first time: only then its code is there
  const [hasFailed, setFailed] = useState(false)
  const open = () => {
    setFailed(false)
    return fetchCode(loadSheet).then(
      () => setOpen(true),
      () => setFailed(true), // here and not in a toast, whose code would not come either
    )
  }
  if (students.length < 2) {
    return (
      <div className="flex min-w-0 flex-1 items-center gap-3 py-1">
        <Summary student={student} />
      </div>
    )
  }
  return (
    <>
      <div className="-ml-1.5 min-w-0">
        <button
          type="button"
          aria-haspopup="dialog"
          aria-expanded={isOpen ?? false}
          tabIndex={0} // Safari then gives it the focus when it is clicked, which is to return here
          onPointerOver={fetchAhead}
          onFocus={fetchAhead}
          onClick={open}
          className="flex max-w-full items-center gap-3 rounded-md py-1 pr-2 pl-1.5 text-left hover:bg-hover"
        >
          <Summary student={student} hasCaret={true} />
        </button>
        {hasFailed && (
          <p role="alert" className="pb-1 pl-1.5 text-label text-negative-text">
            No se pudo abrir. Revisa tu conexión.
          </p>
        )}
      </div>
      {isOpen !== undefined && (
        <Suspense>
          <SelectStudentSheet
            students={students}
            selected={student}
            isOpen={isOpen}
            onClose={() => setOpen(false)}
            onSelect={(chosen) => {
              setOpen(false)
              onSelect(chosen)
            }}
          />
        </Suspense>
      )}
    </>
  )
}

function Summary({ student, hasCaret }: { student: Student; hasCaret?: boolean }) {
  const name = shownName(student)
  const place = [student.enrollment?.course, student.establishment?.name].filter(Boolean).join(' · ')
  return (
    <>
      <Avatar id={student.id} name={name} photo={student.enrollment?.profile_image} />
      <span className="min-w-0">
        <span className="flex items-center gap-2 font-semibold text-row leading-tight">
          <span className="min-w-0">{name}</span>
          {hasCaret && <CaretUpDown className="size-5 shrink-0 text-text-3" />}
        </span>{' '}
        <span className="mt-0.5 block truncate text-caption text-text-2">{place}</span>
      </span>
    </>
  )
}
