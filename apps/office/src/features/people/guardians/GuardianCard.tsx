import { kinshipText, type StudentGuardian } from '@apoderados/contract/office/people'
import { ActionIcon, Button, Group, Menu, Text, Title } from '@mantine/core'
import MoreIcon from '@phosphor-icons/core/assets/bold/dots-three-bold.svg?react'
import BlockedIcon from '@phosphor-icons/core/assets/regular/prohibit.svg?react'
import { useState } from 'react'
import { useSchool } from '../../../shared/school.ts'
import { dayText, whenText } from '../../../shared/text.ts'
import { Avatar } from '../../../shared/ui/Avatar.tsx'
import { Fact } from '../Fact.tsx'
import { fullNameOf, namedRutText, reachNames } from '../person.ts'
import { type GuardianAct, GuardianDialog } from './guardianDialogs.tsx'

type GuardianCardProps = { guardian: StudentGuardian; student: { id: number; name: string } }

/** A guardian of the student: what the caller's role may read of the account and do about it. */
export function GuardianCard({ guardian, student }: GuardianCardProps) {
  const { account, phone } = guardian
  const { may } = useSchool()
  const [act, setAct] = useState<GuardianAct>()
  const name = fullNameOf(guardian)
  const line = [
    kinshipText(guardian.parent_type, guardian.other_type),
    account?.permission,
    account?.financial_proxy && 'apoderado económico',
    account?.is_legal_representative && 'representante legal',
  ]
  return (
    <article className="card guardian" aria-label={name}>
      <div className="guardian-head">
        <Avatar name={name} />
        <div className="grow">
          <Title order={3}>{name}</Title>
          <Text size="sm" c="dimmed">
            {line.filter(Boolean).join(' · ')}
          </Text>
        </div>
        {account && may('people.edit') && <GuardianActs name={name} account={account} onAct={setAct} />}
      </div>
      {account && act && (
        <GuardianDialog
          act={act}
          guardian={{ ...guardian, account }}
          student={student}
          onClose={() => setAct(undefined)}
        />
      )}
      {account?.block && <BlockNotice block={account.block} />}
      {account && !account.is_active && (
        <p className="block-notice">
          <BlockedIcon className="bad-icon" />
          <strong>Cuenta cerrada: nadie puede ingresar con ella.</strong>
        </p>
      )}
      <dl className="facts three">
        {account && <Fact name="Correo con que ingresa">{account.email}</Fact>}
        <Fact name="Celular">{phone ?? '—'}</Fact>
        {account && <AccountFacts account={account} />}
      </dl>
    </article>
  )
}

type Account = NonNullable<StudentGuardian['account']>
type GuardianActsProps = { name: string; account: Account; onAct: (act: GuardianAct) => void }

/** What the caller's role may do about a guardian; the account of one of another school too is not changed here. */
function GuardianActs({ name, account, onAct }: GuardianActsProps) {
  const { may } = useSchool()
  const isOwn = !account.is_elsewhere
  const button = (act: GuardianAct, label: string) => (
    <Button variant="subtle" size="sm" onClick={() => onAct(act)} aria-label={`${label} de ${name}`}>
      {label}
    </Button>
  )
  const item = (act: GuardianAct, label: string) => <Menu.Item onClick={() => onAct(act)}>{label}</Menu.Item>
  return (
    <Group gap={0}>
      {isOwn && account.is_active && !account.has_password && button('key', 'Enviar otra clave')}
      {isOwn && button('email', 'Corregir correo')}
      {may('people.block') &&
        (account.has_access ? button('block', 'Bloquear acceso') : button('restore', 'Restablecer acceso'))}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" className="icon-button" aria-label={`Más acciones de ${name}`}>
            <MoreIcon />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {isOwn && item('names', 'Corregir nombre o RUN')}
          {isOwn && item('sharing', 'Anotar lo que muestra al curso')}
          {item(
            'represent',
            account.is_legal_representative ? 'Ya no es representante legal' : 'Es representante legal',
          )}
          {isOwn && account.is_active && account.has_password && item('key', 'Enviar otra clave')}
          {item('unlock', 'Olvidar los intentos fallidos')}
          {account.has_access && item('remove', 'Quitar vínculo')}
          {isOwn && may('people.block') && item('data', 'Descargar sus datos')}
          {isOwn &&
            may('people.block') &&
            (account.is_active ? item('close', 'Cerrar la cuenta') : item('open', 'Abrir la cuenta'))}
        </Menu.Dropdown>
      </Menu>
    </Group>
  )
}

function AccountFacts({ account }: { account: Account }) {
  const { last_used_at, reach, devices, other_students } = account
  const document = account.foreign_document?.replace(':', ' ')
  return (
    <>
      <Fact name="Último ingreso">{last_used_at ? whenText(last_used_at) : 'Aún no'}</Fact>
      <Fact name="Alcance">
        {reach === 'phone'
          ? `Celular, ${devices} ${devices === 1 ? 'dispositivo' : 'dispositivos'}`
          : reachNames[reach]}
      </Fact>
      <Fact name="Clave">{keyText(account)}</Fact>
      <Fact name="Identificación">{account.rut ? namedRutText(account) : (document ?? 'Sin RUN')}</Fact>
      {other_students.length > 0 && (
        <Fact name="También de">
          {other_students.map(({ name, course }) => [name, course].filter(Boolean).join(', ')).join('; ')}
        </Fact>
      )}
    </>
  )
}

function keyText({ has_password, invited_until }: Account): string {
  if (has_password) return 'Contraseña propia'
  return invited_until ? `Clave hasta el ${dayText(invited_until)}` : 'Sin clave vigente'
}

const BlockNotice = ({ block: { reason, at, by } }: { block: NonNullable<Account['block']> }) => (
  <div className="block-notice">
    <BlockedIcon className="bad-icon" />
    <div>
      <strong>Acceso bloqueado{at && ` desde el ${dayText(at)}`}</strong>
      {(reason || by) && (
        <>
          <br />
          {reason} {by && `Lo registró ${by}.`}
        </>
      )}
    </div>
  </div>
)
