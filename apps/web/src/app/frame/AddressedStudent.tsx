import type { Student } from '@apoderados/contract/profile'
import { useEffect, useEffectEvent, useState } from 'react'
import { refreshProfile } from '../../shared/api/profileQuery.ts'
import { navigate, usePath, useSearch } from '../../shared/router.tsx'
import { queryOf } from '../../shared/searchParams.ts'
import { selectedStudent } from '../../shared/session/session.ts'
import { dispatch, getSession, useSession } from '../../shared/session/store.ts'
import { SelectStudentSheet } from './SelectStudentSheet.tsx'

const addressedId = (search: string) => Number(new URLSearchParams(search).get('alumno'))

const isOwnStudent = (id: number) => getSession().students?.some((student) => student.id === id) ?? false

/**
 * Selects the student whose id is the parameter `alumno` of the address, as in the address of a notification, and
 * removes the parameter. If the parent has no student with this id, it removes the whole query, but first asks a parent
 * of several students to select one.
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
    if (!isOwnStudent(id)) await refreshProfile() // the school may have added the student today
    if (location.search !== search) return // another page was opened meanwhile
    if (isOwnStudent(id)) {
      select(id)
      const rest = new URLSearchParams(search)
      rest.delete('alumno')
      openWithout(queryOf(rest))
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
