import type { OfficeRequestOf } from '@apoderados/contract/office/officeApi'
import { ActionIcon, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { DatePickerInput } from '@mantine/dates'
import { useForm } from '@mantine/form'
import PlusIcon from '@phosphor-icons/core/assets/regular/plus.svg?react'
import RemoveIcon from '@phosphor-icons/core/assets/regular/trash.svg?react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { officeQuery, useOfficeMutation } from '../../shared/queries.ts'
import { useSchool } from '../../shared/school.ts'
import { dayRangeText } from '../../shared/text.ts'
import { ConflictNotice, ErrorNotice, QueryContent, showToast } from '../../shared/ui/notices.tsx'
import { Card, Chip } from '../../shared/ui/Page.tsx'

type Closure = OfficeRequestOf<'addClosure'>

const CHANGES = ['getSchoolCalendar', 'getRegister'] as const

/** The periods of the school year, and the days without classes. */
export function CalendarCard() {
  const { id: school_id } = useSchool()
  const [isAdding, setIsAdding] = useState(false)
  const calendar = useQuery(officeQuery('getSchoolCalendar', { school_id }))
  const add = useOfficeMutation('addClosure', { changes: [...CHANGES] })
  const remove = useOfficeMutation('removeClosure', { changes: [...CHANGES] })
  const removeClosure = (closure: Closure) =>
    remove.mutate(closure, {
      onSuccess: ({ message }) => showToast(message, () => add.mutate(closure)),
    })
  return (
    <Card
      title={`Calendario ${calendar.data?.year ?? ''}`}
      aside={
        <Button variant="subtle" leftSection={<PlusIcon />} onClick={() => setIsAdding(true)}>
          Agregar días
        </Button>
      }
    >
      <ConflictNotice error={remove.error ?? add.error} />
      <QueryContent query={calendar}>
        {({ periods, closures }) => (
          <ul className="rows">
            {periods.map(({ name, starts_on, ends_on }) => (
              <li key={starts_on} className="row">
                <span className="grow">{name}</span>
                <Text size="sm" c="dimmed">
                  {dayRangeText(starts_on, ends_on)}
                </Text>
                <Chip>Período</Chip>
              </li>
            ))}
            {closures.map((closure) => (
              <li key={closure.starts_on} className="row">
                <span className="grow">{closure.name}</span>
                <Text size="sm" c="dimmed">
                  {dayRangeText(closure.starts_on, closure.ends_on)}
                </Text>
                <Chip tone="accent">Sin clases</Chip>
                <ActionIcon
                  variant="subtle"
                  className="icon-button"
                  aria-label={`Quitar ${closure.name}, ${dayRangeText(closure.starts_on, closure.ends_on)}`}
                  onClick={() => removeClosure({ school_id, ...closure })}
                >
                  <RemoveIcon />
                </ActionIcon>
              </li>
            ))}
            <li className="row">
              <Text size="sm" c="dimmed">
                Los feriados ya están. Las vacaciones salen de los períodos. Una carga con la hoja de días sin
                clases reemplaza los de su año.
              </Text>
            </li>
          </ul>
        )}
      </QueryContent>
      {isAdding && <ClosureDialog onClose={() => setIsAdding(false)} />}
    </Card>
  )
}

function ClosureDialog({ onClose }: { onClose: () => void }) {
  const { id: school_id } = useSchool()
  const form = useForm({
    initialValues: { name: '', days: [null, null] as [string | null, string | null] },
    validate: {
      name: (value) => (value.trim() === '' ? 'Escriba el motivo' : null),
      days: ([first]) => (first === null ? 'Elija el primer y el último día' : null),
    },
  })
  const add = useOfficeMutation('addClosure', {
    changes: [...CHANGES],
    onSuccess({ message }) {
      showToast(message)
      onClose()
    },
  })
  return (
    <Modal opened onClose={onClose} title="Agregar días sin clases">
      <form
        noValidate
        onSubmit={form.onSubmit(({ name, days: [first, last] }) => {
          if (first !== null) add.mutate({ school_id, name, starts_on: first, ends_on: last ?? first })
        })}
      >
        <Stack>
          <TextInput
            label="Motivo"
            description="Lo leen las familias, como «Jornada de profesores»."
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('name')}
          />
          <DatePickerInput
            type="range"
            label="Días"
            placeholder="Primer y último día"
            description="Para un solo día, elíjalo dos veces."
            valueFormat="D [de] MMMM [de] YYYY"
            allowSingleDateInRange
            {...form.getInputProps('days')}
          />
          <ErrorNotice error={add.error} title="No se guardó. Su texto sigue aquí." />
          <Group justify="flex-end">
            <Button variant="subtle" onClick={onClose}>
              Volver
            </Button>
            <Button type="submit" loading={add.isPending}>
              Agregar
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
