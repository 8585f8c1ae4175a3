import { roleNames, type StaffRole, staffRoles } from '@apoderados/contract/office/roles'
import type { StaffMember } from '@apoderados/contract/office/staffMembers'
import { Button, Group, Modal, Radio, type RadioGroupProps, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useOfficeMutation } from '../../shared/queries.ts'
import { useSchool } from '../../shared/school.ts'
import { ConflictNotice, ErrorNotice, showToast } from '../../shared/ui/notices.tsx'

const ROLE_HELP: Record<StaffRole, string> = {
  direction: 'Todo, también el personal y los bloqueos.',
  secretary: 'Datos, personas, comunicados y documentos.',
  inspection: 'Justificaciones de sus cursos y lectura de personas.',
}

const RoleChoice = (props: Omit<RadioGroupProps, 'children'>) => (
  <Radio.Group label="Rol" {...props}>
    <Stack gap="xs" mt="xs">
      {staffRoles.map((role) => (
        <Radio key={role} value={role} label={roleNames[role]} description={ROLE_HELP[role]} />
      ))}
    </Stack>
  </Radio.Group>
)

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { id: school_id } = useSchool()
  const form = useForm({
    initialValues: { name: '', email: '', role: '' },
    validate: {
      name: (value) => (value.trim() === '' ? 'Escriba el nombre' : null),
      email: (value) => (/^\S+@\S+\.\S+$/.test(value.trim()) ? null : 'Ese correo no está bien escrito'),
      role: (value) => (value === '' ? 'Elija un rol' : null),
    },
  })
  const invite = useOfficeMutation('inviteStaff', {
    changes: ['listStaff', 'getRegister'],
    onSuccess({ message }) {
      showToast(message)
      onClose()
    },
  })
  return (
    <Modal opened onClose={onClose} title="Agregar al personal">
      <form
        noValidate
        onSubmit={form.onSubmit(({ role, ...person }) =>
          invite.mutate({ school_id, ...person, role: role as StaffRole }),
        )}
      >
        <Stack>
          <TextInput
            label="Nombre y apellidos"
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('name')}
          />
          <TextInput
            label="Correo electrónico"
            description="Recibe un enlace para elegir su contraseña y su segundo factor."
            type="email"
            autoComplete="off"
            {...form.getInputProps('email')}
          />
          <RoleChoice {...form.getInputProps('role')} />
          <ErrorNotice error={invite.error} title="No se guardó. Su texto sigue aquí." />
          <Group justify="flex-end">
            <Button variant="subtle" onClick={onClose}>
              Volver
            </Button>
            <Button type="submit" loading={invite.isPending}>
              Enviar la invitación
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

type MemberDialogProps = { member: StaffMember; onClose: () => void }

export function RoleDialog({ member, onClose }: MemberDialogProps) {
  const { id: school_id } = useSchool()
  const [role, setRole] = useState<string>(member.role)
  const change = useOfficeMutation('changeStaffRole', {
    changes: ['listStaff', 'getRegister'],
    onSuccess({ message }) {
      showToast(message)
      onClose()
    },
  })
  const { id: staff_id, changed_at } = member
  return (
    <Modal opened onClose={onClose} title={`Rol de ${member.name}`}>
      <Stack>
        <RoleChoice value={role} onChange={setRole} />
        <ConflictNotice error={change.error} />
        <Group justify="flex-end">
          <Button variant="subtle" onClick={onClose}>
            Volver
          </Button>
          <Button
            loading={change.isPending}
            disabled={role === member.role}
            onClick={() => change.mutate({ school_id, staff_id, role: role as StaffRole, changed_at })}
          >
            Cambiar el rol
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

export function ResetDialog({ member, onClose }: MemberDialogProps) {
  const { id: school_id } = useSchool()
  const reset = useOfficeMutation('resetStaff', {
    changes: ['listStaff', 'getRegister'],
    onSuccess({ message }) {
      showToast(message)
      onClose()
    },
  })
  const verb = member.state === 'active' ? 'Restablecer el acceso' : 'Invitar otra vez'
  return (
    <Modal opened onClose={onClose} title={`¿${verb} de ${member.name}?`}>
      <Stack>
        <Text>
          Su contraseña, su segundo factor y sus sesiones dejan de servir. {member.email} recibe un enlace
          para registrarse otra vez.
        </Text>
        <ErrorNotice error={reset.error} />
        <Group justify="flex-end">
          <Button variant="subtle" onClick={onClose}>
            Volver
          </Button>
          <Button loading={reset.isPending} onClick={() => reset.mutate({ school_id, staff_id: member.id })}>
            {verb}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

export function EndDialog({ member, onClose }: MemberDialogProps) {
  const { id: school_id, name: schoolName } = useSchool()
  const end = useOfficeMutation('endStaff', {
    changes: ['listStaff', 'getRegister'],
    onSuccess({ message }) {
      showToast(message)
      onClose()
    },
  })
  const { id: staff_id, changed_at } = member
  return (
    <Modal opened onClose={onClose} title={`¿Terminar el acceso de ${member.name}?`}>
      <Stack>
        <Text>Desde ahora no puede abrir {schoolName}. Lo que hizo sigue en Registro.</Text>
        <ConflictNotice error={end.error} />
        <Group justify="flex-end">
          <Button variant="subtle" onClick={onClose}>
            Volver
          </Button>
          <Button loading={end.isPending} onClick={() => end.mutate({ school_id, staff_id, changed_at })}>
            Terminar el acceso
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
