import { Combobox, Kbd, Loader, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import SearchIcon from '@phosphor-icons/core/assets/regular/magnifying-glass.svg?react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { officeQuery } from '../../shared/queries.ts'
import { useSchool } from '../../shared/school.ts'
import { namedRutText } from './person.ts'

const TYPING_MS = 250
const TEXT_MIN = 2

/** The search of the top bar: `/` moves to it, a choice opens the student's sheet. */
export function PersonSearch({ fieldId }: { fieldId: string }) {
  const { id: school_id, may } = useSchool()
  const navigate = useNavigate()
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const [typed, setTyped] = useState('')
  const [text] = useDebouncedValue(typed.trim(), TYPING_MS)
  const found = useQuery({
    ...officeQuery('searchPeople', { school_id, text }),
    enabled: text.length >= TEXT_MIN,
    placeholderData: undefined,
  })
  const open = (studentId: string) => {
    combobox.closeDropdown()
    setTyped('')
    document.getElementById(fieldId)?.blur() // the keyboard belongs to the page again
    void navigate({
      to: '/colegios/$schoolId/personas/$studentId',
      params: { schoolId: String(school_id), studentId },
    })
  }
  const { students = [], guardians = [] } = found.data ?? {}
  const isEmpty = found.data && students.length + guardians.length === 0
  return (
    <Combobox
      store={combobox}
      withinPortal={false}
      onOptionSubmit={(value) => open(value.split(' ')[0] ?? '')}
    >
      <Combobox.Target>
        <TextInput
          id={fieldId}
          className="search"
          type="search"
          aria-label="Buscar persona o RUN"
          placeholder={may('people.edit') ? 'Buscar persona o RUN' : 'Buscar persona'}
          autoComplete="off"
          leftSection={<SearchIcon />}
          rightSection={found.isFetching ? <Loader size="xs" /> : <Kbd>/</Kbd>}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            combobox.openDropdown()
            combobox.resetSelectedOption()
          }}
          onFocus={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={text.length < TEXT_MIN || (!found.data && !found.error)}>
        <Combobox.Options aria-label="Personas">
          {isEmpty && (
            <Combobox.Empty>
              {`Nadie con «${text}».`} {may('people.edit') && 'Pruebe con el RUN.'}
            </Combobox.Empty>
          )}
          {found.error && <Combobox.Empty>{found.error.message}</Combobox.Empty>}
          {students.length > 0 && (
            <Combobox.Group label="Estudiantes">
              {students.map((student) => (
                <Combobox.Option key={student.id} value={String(student.id)}>
                  <strong>{student.name}</strong>
                  <br />
                  {[student.course, student.rut && namedRutText(student)].filter(Boolean).join(' · ')}
                </Combobox.Option>
              ))}
            </Combobox.Group>
          )}
          {guardians.length > 0 && (
            <Combobox.Group label="Apoderados">
              {guardians.flatMap((guardian) =>
                guardian.students.map((student) => (
                  <Combobox.Option
                    key={`${guardian.id} ${student.id}`}
                    value={`${student.id} ${guardian.id}`}
                  >
                    <strong>{guardian.name}</strong>
                    <br />
                    {[`de ${student.name}`, student.course].filter(Boolean).join(', ')}
                  </Combobox.Option>
                )),
              )}
            </Combobox.Group>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
