import type { Student } from '@apoderados/contract/office/people'
import { formatDay } from '@apoderados/contract/values/days'
import { ActionIcon, Anchor, Breadcrumbs, Button, Group, Menu, Text, Title } from '@mantine/core'
import MoreIcon from '@phosphor-icons/core/assets/bold/dots-three-bold.svg?react'
import PlusIcon from '@phosphor-icons/core/assets/regular/plus.svg?react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { OfficeError } from '../../shared/api.ts'
import { officeQuery } from '../../shared/queries.ts'
import { RegisterSentence } from '../../shared/RegisterSentence.tsx'
import { useSchool } from '../../shared/school.ts'
import { whenText } from '../../shared/text.ts'
import { Empty, PageMessage, QueryContent } from '../../shared/ui/notices.tsx'
import { Card, Page } from '../../shared/ui/Page.tsx'
import { IssueButton } from '../documents/IssueButton.tsx'
import { EraseStudentDialog } from './EraseStudentDialog.tsx'
import { Fact } from './Fact.tsx'
import { GuardianCard } from './guardians/GuardianCard.tsx'
import { namedRutText } from './person.ts'
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
  const [dialog, setDialog] = useState<'names' | 'social' | 'add' | 'erase'>()
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
              {may('people.block') && <MoreActs onErase={() => setDialog('erase')} />}
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
      {dialog === 'erase' && <EraseStudentDialog student={{ id: student.id, name }} onClose={close} />}
      {dialog === 'add' && <AddGuardianDialog student={student} onClose={close} />}
    </>
  )
}

const MoreActs = ({ onErase }: { onErase: () => void }) => (
  <Menu position="bottom-end">
    <Menu.Target>
      <ActionIcon variant="subtle" className="icon-button" aria-label="Más acciones del estudiante">
        <MoreIcon />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Item onClick={onErase}>Borrar para siempre</Menu.Item>
    </Menu.Dropdown>
  </Menu>
)

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
            <Fact name="Nacimiento">{record.birthday ? formatDay(record.birthday) : '—'}</Fact>
            <Fact name="Género">{record.gender ?? '—'}</Fact>
          </>
        )}
        <Fact name="Curso">{course?.name ?? 'Sin matrícula vigente'}</Fact>
        <Fact name="Desde">{course ? formatDay(course.enrolled_on) : '—'}</Fact>
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
