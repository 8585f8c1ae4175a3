import type { RegisterLine } from '@apoderados/contract/office/register'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { officeQuery } from '../../shared/queries.ts'
import { useSchool } from '../../shared/school.ts'

type StaffFilterProps = { value: number | undefined; onChange: (staff_id: number | undefined) => void }

export function StaffFilter({ value, onChange }: StaffFilterProps) {
  const { id } = useSchool()
  const { data } = useQuery(officeQuery('listStaff', { school_id: id }))
  return (
    <Select
      aria-label="Persona"
      placeholder="Cualquier persona"
      data={data?.staff.map((member) => ({ value: String(member.id), label: member.name })) ?? []}
      clearable
      searchable
      value={value === undefined ? null : String(value)}
      onChange={(chosen) => onChange(chosen ? Number(chosen) : undefined)}
    />
  )
}

type StudentFilterProps = {
  value: number | undefined
  lines: RegisterLine[]
  onChange: (student_id: number | undefined) => void
}

const TYPING_MS = 250
const TEXT_MIN = 2

/** Finds a student by name or RUN. For a student given by the address, the name comes from the loaded lines. */
export function StudentFilter({ value, lines, onChange }: StudentFilterProps) {
  const { id: school_id } = useSchool()
  const [typed, setTyped] = useState('')
  const [text] = useDebouncedValue(typed.trim(), TYPING_MS)
  const { data } = useQuery({
    ...officeQuery('searchPeople', { school_id, text }),
    enabled: text.length >= TEXT_MIN,
  })
  const options = new Map(data?.students.map(({ id, name }) => [String(id), name]))
  if (value !== undefined) {
    const named = lines.find(({ student }) => student?.id === value)?.student
    const key = String(value)
    options.set(key, options.get(key) ?? named?.name ?? 'Un estudiante')
  }
  return (
    <Select
      aria-label="Estudiante"
      placeholder="Cualquier estudiante"
      data={[...options].map(([id, label]) => ({ value: id, label }))}
      filter={({ options: found }) => found}
      nothingFoundMessage={text.length >= TEXT_MIN ? 'Nadie con ese nombre o RUN' : 'Escriba un nombre o RUN'}
      clearable
      searchable
      onSearchChange={setTyped}
      value={value === undefined ? null : String(value)}
      onChange={(chosen) => onChange(chosen ? Number(chosen) : undefined)}
    />
  )
}
