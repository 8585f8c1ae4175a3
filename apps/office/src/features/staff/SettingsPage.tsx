import { roleNames, type StaffRole, staffRoles } from '@apoderados/contract/office/roles'
import type { StaffMember } from '@apoderados/contract/office/staffMembers'
import {
  ActionIcon,
  Alert,
  Button,
  Group,
  Menu,
  Modal,
  Radio,
  type RadioGroupProps,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import MoreIcon from '@phosphor-icons/core/assets/bold/dots-three-bold.svg?react'
import PlusIcon from '@phosphor-icons/core/assets/regular/plus.svg?react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { OfficeError } from '../../shared/api.ts'
import { meQuery, officeQuery, useOfficeMutation } from '../../shared/queries.ts'
import { StaffState } from '../../shared/StaffState.tsx'
import { useSchool } from '../../shared/school.ts'
import { timeText, whenText } from '../../shared/text.ts'
import { Arch } from '../../shared/ui/Arch.tsx'
import { ErrorNotice, QueryContent } from '../../shared/ui/notices.tsx'
import { Card, Page } from '../../shared/ui/Page.tsx'

type Dialog = { kind: 'invite' } | { kind: 'role' | 'end' | 'reset'; member: StaffMember }

const ROLE_HELP: Record<StaffRole, string> = {
  direction: 'Todo, también el personal y los bloqueos.',
  secretary: 'Datos, personas, comunicados y documentos.',
  inspection: 'Justificaciones de sus cursos y lectura de personas.',
}

const showToast = (message: string) => notifications.show({ message, withCloseButton: false })

export function SettingsPage() {
  const [dialog, setDialog] = useState<Dialog>()
  const close = () => setDialog(undefined)
  return (
    <Page title="Ajustes" line="Cada cambio queda en Registro, con quién y cuándo.">
      <div className="columns even">
        <StaffCard onDialog={setDialog} />
      </div>
      {dialog?.kind === 'invite' && <InviteDialog onClose={close} />}
      {dialog?.kind === 'role' && <RoleDialog member={dialog.member} onClose={close} />}
      {dialog?.kind === 'reset' && <ResetDialog member={dialog.member} onClose={close} />}
      {dialog?.kind === 'end' && <EndDialog member={dialog.member} onClose={close} />}
    </Page>
  )
}

function StaffCard({ onDialog }: { onDialog: (dialog: Dialog) => void }) {
  const { id } = useSchool()
  const { data: me } = useQuery(meQuery)
  const staff = useQuery(officeQuery('listStaff', { school_id: id }))
  return (
    <Card
      title="Personal"
      aside={
        <Button variant="subtle" leftSection={<PlusIcon />} onClick={() => onDialog({ kind: 'invite' })}>
          Agregar
        </Button>
      }
    >
      <QueryContent query={staff}>
        {({ staff: members }) => (
          <ul className="rows">
            {members.map((member) => (
              <li key={member.id} className="row">
                <Arch name={member.name} />
                <span className="grow">
                  <strong>{member.name}</strong>
                  <br />
                  <Text span size="sm" c="dimmed">
                    {roleNames[member.role]} · {member.email} ·{' '}
                    {member.last_login_at ? whenText(member.last_login_at) : 'aún no ingresa'}
                  </Text>
                </span>
                <StaffState state={member.state} />
                {member.id === me?.id ? (
                  <Text size="sm" c="dimmed">
                    Usted
                  </Text>
                ) : (
                  <MemberMenu member={member} onDialog={onDialog} />
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryContent>
    </Card>
  )
}

type MemberMenuProps = { member: StaffMember; onDialog: (dialog: Dialog) => void }

const MemberMenu = ({ member, onDialog }: MemberMenuProps) => (
  <Menu position="bottom-end">
    <Menu.Target>
      <ActionIcon variant="subtle" className="icon-button" aria-label={`Acciones de ${member.name}`}>
        <MoreIcon />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Item onClick={() => onDialog({ kind: 'role', member })}>Cambiar el rol</Menu.Item>
      <Menu.Item onClick={() => onDialog({ kind: 'reset', member })}>
        {member.state === 'active' ? 'Restablecer el acceso' : 'Invitar otra vez'}
      </Menu.Item>
      <Menu.Item onClick={() => onDialog({ kind: 'end', member })}>Terminar el acceso</Menu.Item>
    </Menu.Dropdown>
  </Menu>
)

const RoleChoice = (props: Omit<RadioGroupProps, 'children'>) => (
  <Radio.Group label="Rol" {...props}>
    <Stack gap="xs" mt="xs">
      {staffRoles.map((role) => (
        <Radio key={role} value={role} label={roleNames[role]} description={ROLE_HELP[role]} />
      ))}
    </Stack>
  </Radio.Group>
)

function InviteDialog({ onClose }: { onClose: () => void }) {
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

/** Names the person who changed the member meanwhile. */
function ConflictNotice({ error }: { error: Error | null }) {
  if (!(error instanceof OfficeError) || !error.conflict) return <ErrorNotice error={error} />
  const { by, at } = error.conflict
  return (
    <Alert
      role="alert"
      className="notice error"
      title={`${by ?? 'Otra persona'} cambió esto a las ${timeText(at)}`}
    >
      La lista ya muestra su cambio. Revíselo y decida otra vez.
    </Alert>
  )
}

type MemberDialogProps = { member: StaffMember; onClose: () => void }

function RoleDialog({ member, onClose }: MemberDialogProps) {
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

function ResetDialog({ member, onClose }: MemberDialogProps) {
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

function EndDialog({ member, onClose }: MemberDialogProps) {
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
