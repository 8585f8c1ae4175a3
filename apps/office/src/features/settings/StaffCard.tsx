import { roleNames } from '@apoderados/contract/office/roles'
import type { StaffMember } from '@apoderados/contract/office/staffMembers'
import { ActionIcon, Button, Menu, Text } from '@mantine/core'
import MoreIcon from '@phosphor-icons/core/assets/bold/dots-three-bold.svg?react'
import PlusIcon from '@phosphor-icons/core/assets/regular/plus.svg?react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { meQuery, officeQuery } from '../../shared/queries.ts'
import { StaffState } from '../../shared/StaffState.tsx'
import { useSchool } from '../../shared/school.ts'
import { whenText } from '../../shared/text.ts'
import { Avatar } from '../../shared/ui/Avatar.tsx'
import { QueryContent } from '../../shared/ui/notices.tsx'
import { Card } from '../../shared/ui/Page.tsx'
import { EndDialog, InviteDialog, ResetDialog, RoleDialog } from './staffDialogs.tsx'

type Dialog = { kind: 'invite' } | { kind: 'role' | 'end' | 'reset'; member: StaffMember }

/** The staff of the school: who may open the console, and as what. */
export function StaffCard() {
  const { id } = useSchool()
  const { data: me } = useQuery(meQuery)
  const staff = useQuery(officeQuery('listStaff', { school_id: id }))
  const [dialog, setDialog] = useState<Dialog>()
  const close = () => setDialog(undefined)
  return (
    <Card
      title="Personal"
      aside={
        <Button variant="subtle" leftSection={<PlusIcon />} onClick={() => setDialog({ kind: 'invite' })}>
          Agregar
        </Button>
      }
    >
      <QueryContent query={staff}>
        {({ staff: members }) => (
          <ul className="rows">
            {members.map((member) => (
              <li key={member.id} className="row">
                <Avatar name={member.name} />
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
                  <MemberMenu member={member} onDialog={setDialog} />
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryContent>
      {dialog?.kind === 'invite' && <InviteDialog onClose={close} />}
      {dialog?.kind === 'role' && <RoleDialog member={dialog.member} onClose={close} />}
      {dialog?.kind === 'reset' && <ResetDialog member={dialog.member} onClose={close} />}
      {dialog?.kind === 'end' && <EndDialog member={dialog.member} onClose={close} />}
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
