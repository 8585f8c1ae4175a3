import type { Student } from '@apoderados/contract/profile'
import { useEffect } from 'react'
import { FamilyCards } from '../../shared/family/FamilyCards.tsx'
import { dispatch, useSession } from '../../shared/session/store.ts'

/** The id of the child last chosen in this strip. That child's page focuses the child's card and forgets the id. */
let chosenChildId: number | undefined

function selectChild({ id }: Student) {
  chosenChildId = id
  dispatch({ type: 'studentSelected', student_id: id })
}

/** The parent's children side by side. Choosing one shows Inicio for that child. */
export function FamilyStrip({ student }: { student: Student }) {
  const { students } = useSession()
  const isChosenHere = chosenChildId === student.id
  useEffect(() => {
    chosenChildId = undefined
  }, [])
  return (
    <section aria-label="Estudiantes" className="mb-7 has-[.skeleton]:min-h-70 print:hidden">
      <FamilyCards
        students={students ?? []}
        selected={student}
        onSelect={selectChild}
        takesFocus={isChosenHere}
      />
    </section>
  )
}
