import type { Student } from '@apoderados/contract/profile'
import { useEffect, useEffectEvent, useState } from 'react'
import { navigate, usePath, useSearch } from '../../shared/router.tsx'
import { refreshProfile } from '../../shared/session/profile.ts'
import { selectedStudent } from '../../shared/session/session.ts'
import { dispatch, getSession, useSession } from '../../shared/session/store.ts'
import { SelectStudentSheet } from './SelectStudentSheet.tsx'

const addressedId = (search: string) => Number(new URLSearchParams(search).get('alumno'))

const isOwn = (id: number) => getSession().students?.some((student) => student.id === id) ?? false

/**
 * Selects the student whose id the address has as `alumno`, as a notification's address does, and removes `alumno`.
 * If it is not an id of the parent's students, the parent selects one of several, and the rest of the query is removed.
 */
export function AddressedStudent() {
  const search = useSearch()
  const path = usePath()
  const session = useSession()
  const [isAsking, setAsking] = useState(false)
  const selected = selectedStudent(session)
  const students = session.students ?? []

  const select = (student_id: number) => dispatch({ type: 'studentSelected', student_id })
  const openWithout = (query: string) => navigate(path + query, { replace: true })

  const choose = useEffectEvent(async () => {
    const id = addressedId(search)
    if (!isOwn(id)) await refreshProfile() // the school may have added the student today
    if (location.search !== search) return // another page was opened meanwhile
    if (isOwn(id)) {
      select(id)
      const rest = new URLSearchParams(search)
      rest.delete('alumno')
      openWithout(rest.size > 0 ? `?${rest}` : '')
    } else if ((getSession().students?.length ?? 0) > 1) setAsking(true)
    else openWithout('')
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address may name another student
  useEffect(() => void choose(), [search])

  if (!isAsking || !selected) return null
  return (
    <SelectStudentSheet
      students={students}
      selected={selected}
      isOpen={true}
      onClose={() => openWithout('')}
      onSelect={({ id }: Student) => {
        select(id)
        openWithout('')
      }}
    />
  )
}
