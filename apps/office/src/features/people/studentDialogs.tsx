import { kinshipNames, type Student } from '@apoderados/contract/office/people'
import type { ParentType } from '@apoderados/contract/profile'
import { parseRun } from '@apoderados/contract/values/rut'
import { Checkbox, Group, Select, Switch, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { officeQuery, useOfficeMutation } from '../../shared/queries.ts'
import { useSchool } from '../../shared/school.ts'
import { ActDialog } from './ActDialog.tsx'
import { thenClose } from './peopleWrites.ts'
import { rutText } from './person.ts'

type StudentDialogProps = { student: Student; onClose: () => void }

export function StudentNamesDialog({ student, onClose }: StudentDialogProps) {
  const { id: school_id } = useSchool()
  const number = { rut: student.record?.rut ?? null, rut_dv: student.record?.rut_dv ?? null }
  const [names, setNames] = useState({
    name: student.name,
    last_name: student.last_name,
    second_last_name: student.second_last_name ?? '',
    run: rutText(number),
  })
  const correct = useOfficeMutation('correctStudent', thenClose(onClose))
  const { run, second_last_name, ...others } = names
  type Before = Parameters<typeof correct.mutate>[0]['before']
  const save = (before: Before) =>
    correct.mutate({
      school_id,
      student_id: student.id,
      ...others,
      second_last_name: second_last_name || null,
      run: run.trim() === '' ? null : run,
      before,
    })
  const field = (name: keyof typeof names, label: string) => (
    <TextInput
      label={label}
      value={names[name]}
      onChange={(event) => setNames({ ...names, [name]: event.currentTarget.value })}
    />
  )
  return (
    <ActDialog
      title="Corregir datos del estudiante"
      about="La familia los lee al abrir la aplicación; un RUN corregido se le avisa. Corríjalos también en sus planillas."
      verb="Guardar"
      error={correct.error}
      isPending={correct.isPending}
      onSubmit={() =>
        save({
          name: student.name,
          last_name: student.last_name,
          second_last_name: student.second_last_name,
          rut: number.rut,
        })
      }
      onClose={onClose}
      own={names}
      onInsist={(current) =>
        save({
          name: current.name ?? '',
          last_name: current.last_name ?? '',
          second_last_name: current.second_last_name ?? null,
          rut: current.rut ?? null,
        })
      }
    >
      {field('name', 'Nombres')}
      {field('last_name', 'Primer apellido')}
      {field('second_last_name', 'Segundo apellido')}
      {field('run', 'RUN o IPE')}
    </ActDialog>
  )
}

export function SocialNameDialog({ student, onClose }: StudentDialogProps) {
  const { id: school_id } = useSchool()
  const [name, setName] = useState(student.social_name?.name ?? '')
  const [is_shown, setShown] = useState(student.social_name?.is_shown ?? false)
  const set = useOfficeMutation('setSocialName', thenClose(onClose))
  return (
    <ActDialog
      title="Nombre social"
      about="Los compañeros lo leen en vez del nombre legal. La familia, solo si el estudiante lo pidió así."
      verb="Guardar"
      error={set.error}
      isPending={set.isPending}
      onSubmit={() => set.mutate({ school_id, student_id: student.id, name, is_shown })}
      onClose={onClose}
    >
      <TextInput
        label="Nombre social"
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Switch
        label="La familia lo lee"
        checked={is_shown}
        onChange={(event) => setShown(event.currentTarget.checked)}
      />
    </ActDialog>
  )
}

const kinshipOptions = Object.entries(kinshipNames).map(([value, label]) => ({ value, label }))
const documentKinds = [
  { value: 'run', label: 'RUN' },
  { value: 'ipa', label: 'IPA' },
  { value: 'passport', label: 'Pasaporte' },
]

/** Adds a guardian: who has an account at the school is found by RUN, and only linked. */
export function AddGuardianDialog({ student, onClose }: StudentDialogProps) {
  const { id: school_id } = useSchool()
  const [kind, setKind] = useState('run')
  const [number, setNumber] = useState('')
  const [kinship, setKinship] = useState<ParentType>('mother')
  const [other_type, setOtherType] = useState('')
  const [financial_proxy, setProxy] = useState(false)
  const [person, setPerson] = useState({ name: '', last_name: '', email: '', phone: '' })
  const add = useOfficeMutation('addGuardian', thenClose(onClose))
  const isRun = kind === 'run' && parseRun(number) !== undefined
  const found = useQuery({
    ...officeQuery('searchPeople', { school_id, text: number }),
    enabled: isRun,
    placeholderData: undefined,
  })
  const known = isRun ? found.data?.guardians[0] : undefined
  const field = (name: keyof typeof person, label: string, description?: string) => (
    <TextInput
      label={label}
      description={description}
      autoComplete="off"
      value={person[name]}
      onChange={(event) => setPerson({ ...person, [name]: event.currentTarget.value })}
    />
  )
  return (
    <ActDialog
      title={`Agregar apoderado de ${student.name}`}
      about="Ve al estudiante desde que ingresa. Agréguelo también en sus planillas: una carga que no lo trae pregunta si se quita."
      verb="Agregar apoderado"
      error={add.error}
      isPending={add.isPending}
      isDisabled={number.trim() === ''}
      onSubmit={() =>
        add.mutate({
          school_id,
          student_id: student.id,
          document: kind === 'run' ? number : `${kind}:${number.trim()}`,
          parent_type: kinship,
          other_type: other_type || null,
          financial_proxy,
          person: known || person.email.trim() === '' ? null : person,
        })
      }
      onClose={onClose}
    >
      <Group align="flex-end" wrap="nowrap">
        <Select
          label="Documento"
          data={documentKinds}
          allowDeselect={false}
          w={130}
          value={kind}
          onChange={(value) => setKind(value ?? 'run')}
        />
        <TextInput
          label="Número"
          className="grow"
          autoComplete="off"
          value={number}
          onChange={(event) => setNumber(event.currentTarget.value)}
        />
      </Group>
      {known ? (
        <Text role="status">
          <strong>{known.name}</strong> ya tiene cuenta, por{' '}
          {known.students.map(({ name }) => name).join(', ')}. Se agrega el vínculo.
        </Text>
      ) : (
        <>
          {field('name', 'Nombres')}
          {field('last_name', 'Apellidos')}
          {field('email', 'Correo', 'Con él ingresa. Después envíele una clave desde su tarjeta.')}
          {field('phone', 'Celular')}
        </>
      )}
      <Select
        label="Parentesco"
        data={kinshipOptions}
        allowDeselect={false}
        value={kinship}
        onChange={(value) => setKinship((value ?? 'mother') as ParentType)}
      />
      {kinship === 'other' && (
        <TextInput
          label="¿Cuál?"
          value={other_type}
          onChange={(event) => setOtherType(event.currentTarget.value)}
        />
      )}
      <Checkbox
        label="Es apoderado económico"
        checked={financial_proxy}
        onChange={(event) => setProxy(event.currentTarget.checked)}
      />
    </ActDialog>
  )
}
