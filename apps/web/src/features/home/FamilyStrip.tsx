import type { Student } from '@apoderados/contract/profile'
import { useEffect } from 'react'
import { FamilyCards } from '../../shared/family/FamilyCards.tsx'
import { dispatch, useSession } from '../../shared/session/store.ts'

/** The child that was chosen here; the page of that child focuses its card. */
let chosenId: number | undefined

function choose({ id }: Student) {
  chosenId = id
  dispatch({ type: 'studentSelected', student_id: id })
}

/** The parent's children side by side; choosing one keeps the page. */
export function FamilyStrip({ student }: { student: Student }) {
  const { students } = useSession()
  const isChosenHere = chosenId === student.id
  useEffect(() => {
    chosenId = undefined
  }, [])
  return (
    <section aria-label="Estudiantes" className="family-strip mb-7">
      <FamilyCards students={students ?? []} selected={student} onSelect={choose} takesFocus={isChosenHere} />
    </section>
  )
}
