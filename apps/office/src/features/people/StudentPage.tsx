import { kinshipText, type Student, type StudentGuardian } from '@apoderados/contract/office/people'
import { ActionIcon, Anchor, Breadcrumbs, Button, Group, Menu, Text, Title } from '@mantine/core'
import MoreIcon from '@phosphor-icons/core/assets/bold/dots-three-bold.svg?react'
import PlusIcon from '@phosphor-icons/core/assets/regular/plus.svg?react'
import BlockedIcon from '@phosphor-icons/core/assets/regular/prohibit.svg?react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { OfficeError } from '../../shared/api.ts'
import { officeQuery } from '../../shared/queries.ts'
import { RegisterSentence } from '../../shared/RegisterSentence.tsx'
import { useSchool } from '../../shared/school.ts'
import { dayText, whenText } from '../../shared/text.ts'
import { Avatar } from '../../shared/ui/Avatar.tsx'
import { Empty, PageMessage, QueryContent } from '../../shared/ui/notices.tsx'
import { Card, Page } from '../../shared/ui/Page.tsx'
import { IssueButton } from '../documents/IssueButton.tsx'
import { type GuardianAct, GuardianDialog } from './guardianDialogs.tsx'
import { dayInNumbers, fullNameOf, namedRutText, reachNames } from './person.ts'
import { AddGuardianDialog, SocialNameDialog, StudentNamesDialog } from './studentDialogs.tsx'

/** The sheet of a student: record, permissions, guardians and what was done about them. */
export function StudentPage() {
  const { id: school_id } = useSchool()
  const { studentId } = useParams({ from: '/staff/colegios/$schoolId/personas/$studentId' })
  const student = useQuery(officeQuery('getStudent', { school_id, student_id: Number(studentId) }))
  if (student.error instanceof OfficeError && student.error.status === 404)
    return <PageMessage title="Esa persona no está en el colegio">Búsquela por nombre o RUN.</PageMessage>
  return (
    <QueryContent query={student} rows={10}>
      {(data) => <Sheet student={data} />}
    </QueryContent>
  )
}

function Sheet({ student }: { student: Student }) {
  const { record, course, guardians } = student
  const { may } = useSchool()
  const [dialog, setDialog] = useState<'names' | 'social' | 'add'>()
  const close = () => setDialog(undefined)
  const name = [student.name, student.last_name, student.second_last_name].filter(Boolean).join(' ')
  return (
    <>
      <PersonBreadcrumbs course={course} />
      <Page
        title={name}
        line={[course && `N° de lista ${course.list_number}`, record && namedRutText(record)]
          .filter(Boolean)
          .join(' · ')}
        actions={
          may('people.edit') && (
            <Group>
              {may('documents.issue') && course && <IssueButton student_id={student.id} />}
              {may('people.social_name') && (
                <Button variant="subtle" onClick={() => setDialog('social')}>
                  Nombre social
                </Button>
              )}
              <Button variant="light" onClick={() => setDialog('names')}>
                Corregir datos
              </Button>
              <Button leftSection={<PlusIcon />} onClick={() => setDialog('add')}>
                Agregar apoderado
              </Button>
            </Group>
          )
        }
      >
        <div className="columns sheet-columns">
          <div>
            <RecordCard student={student} />
            {record && <ConsentCard student={student} shares_photo={record.shares_photo} />}
            <Movements student={student} />
          </div>
          <section aria-labelledby="guardians" className="stack">
            <Title order={2} id="guardians">
              Apoderados y vínculos{' '}
              <Text span size="sm" c="dimmed" fw={400}>
                · {guardians.length}
              </Text>
            </Title>
            {guardians.map((guardian) => (
              <GuardianCard key={guardian.id} guardian={guardian} student={{ id: student.id, name }} />
            ))}
            {guardians.length === 0 && (
              <div className="card">
                <Empty>Nadie ve todavía a este estudiante.</Empty>
              </div>
            )}
          </section>
        </div>
      </Page>
      {dialog === 'names' && <StudentNamesDialog student={student} onClose={close} />}
      {dialog === 'social' && <SocialNameDialog student={student} onClose={close} />}
      {dialog === 'add' && <AddGuardianDialog student={student} onClose={close} />}
    </>
  )
}

function PersonBreadcrumbs({ course }: Pick<Student, 'course'>) {
  const { id } = useSchool()
  const params = { schoolId: String(id) }
  return (
    <Breadcrumbs separator="›" mb="xs">
      <Anchor component={Link} {...({ to: '/colegios/$schoolId/personas', params } as object)}>
        Personas
      </Anchor>
      {course && (
        <Anchor
          component={Link}
          {...({ to: '/colegios/$schoolId/personas', params, search: { curso: course.id } } as object)}
        >
          {course.name}
        </Anchor>
      )}
    </Breadcrumbs>
  )
}

function RecordCard({ student: { course, record, social_name } }: { student: Student }) {
  return (
    <section className="card card-body padded" aria-label="Ficha">
      <dl className="facts two">
        {record && (
          <>
            <Fact name="Nacimiento">{record.birthday ? dayInNumbers(record.birthday) : '—'}</Fact>
            <Fact name="Género">{record.gender ?? '—'}</Fact>
          </>
        )}
        <Fact name="Curso">{course?.name ?? 'Sin matrícula vigente'}</Fact>
        <Fact name="Desde">{course ? dayInNumbers(course.enrolled_on) : '—'}</Fact>
        {social_name?.name && (
          <>
            <Fact name="Nombre social">{social_name.name}</Fact>
            <Fact name="La familia lo lee">{social_name.is_shown ? 'Sí' : 'No'}</Fact>
          </>
        )}
      </dl>
    </section>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** What the families of the course see. */
const ConsentCard = ({ student, shares_photo }: { student: Student; shares_photo: boolean }) => (
  <Card title="Autorizaciones">
    <ul className="rows">
      <ConsentRow name="Foto al curso" isGiven={shares_photo} />
      {student.guardians.map(
        ({ id, name, account }) =>
          account?.has_access && [
            <ConsentRow key={`phone ${id}`} name={`Teléfono de ${name}`} isGiven={account.shares_phone} />,
            <ConsentRow key={`email ${id}`} name={`Correo de ${name}`} isGiven={account.shares_email} />,
          ],
      )}
    </ul>
  </Card>
)

const ConsentRow = ({ name, isGiven }: { name: string; isGiven: boolean }) => (
  <li className="row">
    <span className="grow">{name}</span>
    <strong>{isGiven ? 'Sí' : 'No'}</strong>
  </li>
)

function Movements({ student: { movements } }: { student: Student }) {
  const { id, may } = useSchool()
  return (
    <Card
      title="Últimos movimientos"
      aside={
        <Anchor
          component={Link}
          {...({ to: '/colegios/$schoolId/registro', params: { schoolId: String(id) } } as object)}
        >
          Registro
        </Anchor>
      }
    >
      {movements.length === 0 ? (
        <Empty>
          {may('register.all')
            ? 'Nadie ha cambiado nada de este estudiante.'
            : 'Usted no ha cambiado nada aquí.'}
        </Empty>
      ) : (
        <ul className="rows">
          {movements.map((line) => (
            <li key={line.id} className="row">
              <span className="grow">
                <RegisterSentence line={line} />
              </span>
              <Text size="sm" c="dimmed" className="nowrap">
                {whenText(line.at)}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

type GuardianCardProps = { guardian: StudentGuardian; student: { id: number; name: string } }

function GuardianCard({ guardian, student }: GuardianCardProps) {
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
