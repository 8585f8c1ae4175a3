import type { OfficeResponseOf } from '@apoderados/contract/office/officeApi'
import { roleNames } from '@apoderados/contract/office/roles'
import { ActionIcon, Anchor, Button, Group, Modal, Table, Text, Title } from '@mantine/core'
import BellIcon from '@phosphor-icons/core/assets/regular/bell.svg?react'
import SealIcon from '@phosphor-icons/core/assets/regular/seal-check.svg?react'
import CloseIcon from '@phosphor-icons/core/assets/regular/x.svg?react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { downloadFile } from '../../shared/api.ts'
import { officeQuery, useOfficeMutation } from '../../shared/queries.ts'
import { useSchool } from '../../shared/school.ts'
import { countText, dayText, numberText, whenText } from '../../shared/text.ts'
import { ErrorNotice, QueryContent } from '../../shared/ui/notices.tsx'
import { Chip } from '../../shared/ui/Page.tsx'
import { NoticeText } from './NoticeText.tsx'
import { ReceiptBar } from './ReceiptBar.tsx'

type Notice = OfficeResponseOf<'getNotice'>
type Props = { notice_id: number; onClose: () => void }

/** A sent or scheduled notice: what it says, who has confirmed it, and what can be done with it. */
export function NoticePanel({ notice_id, onClose }: Props) {
  const { id: school_id } = useSchool()
  const notice = useQuery(officeQuery('getNotice', { school_id, notice_id }))
  return (
    <section className="card" aria-label="Comunicado elegido">
      <QueryContent query={notice}>{(found) => <Panel notice={found} onClose={onClose} />}</QueryContent>
    </section>
  )
}

function Panel({ notice, onClose }: { notice: Notice; onClose: () => void }) {
  const { title, version, state, sent_at, send_at, staff, role, hash } = notice
  const when = sent_at ? `enviado el ${dayText(sent_at)}` : send_at ? `programado, ${whenText(send_at)}` : ''
  return (
    <>
      <div className="card-head">
        <Title order={2}>{title}</Title>
        <ActionIcon variant="subtle" className="icon-button" aria-label="Cerrar" onClick={onClose}>
          <CloseIcon />
        </ActionIcon>
      </div>
      <div className="card-body">
        <Text size="sm" c="dimmed">
          {[version > 0 && `Versión ${version}`, `${when} por ${staff}, ${roleNames[role]}`]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        <Group gap="xs" my="xs">
          {version > 1 && <Chip>Corregido</Chip>}
          {state === 'withdrawn' && <Chip tone="bad">{`Retirado por ${notice.withdrawn_by ?? ''}`}</Chip>}
          <Chip>
            {notice.audience === 'families'
              ? notice.students.map(({ name }) => name).join(', ')
              : notice.audience_text}
          </Chip>
          {notice.ends_on && <Chip>{`Hasta el ${dayText(`${notice.ends_on}T15:00:00Z`)}`}</Chip>}
        </Group>
        {notice.receipts ? (
          <Receipts notice={notice} receipts={notice.receipts} />
        ) : (
          <Content notice={notice} />
        )}
        {notice.receipts && hash && (
          <p className="proof">
            <SealIcon />
            {`Cada acuse guarda persona, hora y versión (${hash.slice(0, 4)} ${hash.slice(4, 8)} …). No se puede editar ni borrar.`}
          </p>
        )}
        <Actions notice={notice} />
      </div>
    </>
  )
}

const Content = ({ notice }: { notice: Notice }) => (
  <div className="notice-text">
    <NoticeText text={notice.body} />
    {notice.files.map(({ file_id, name }) => (
      <p key={file_id} className="notice-file">
        {name}
      </p>
    ))}
  </div>
)

const COURSES_SHOWN = 8

function Receipts({ notice, receipts }: { notice: Notice; receipts: NonNullable<Notice['receipts']> }) {
  const { may } = useSchool()
  const [isWhole, setIsWhole] = useState(false)
  const [course_id, setCourse] = useState<number>()
  const shown = isWhole ? notice.courses : notice.courses.slice(0, COURSES_SHOWN)
  const mayOpen = may('messages.ask_receipts')
  return (
    <>
      <p className="big-figure">
        <b>{numberText(receipts.received)}</b>
        {` de ${countText(receipts.families, 'familia acusó recibo', 'familias acusaron recibo')}`}
      </p>
      <Table className="table">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Curso</Table.Th>
            <Table.Th>
              <span className="visually-hidden">Avance</span>
            </Table.Th>
            <Table.Th className="number">Faltan</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map(({ course_id: id, name, families, received }) => (
            <Table.Tr key={id}>
              <Table.Td>
                {mayOpen ? (
                  <Anchor
                    component="button"
                    type="button"
                    aria-label={`Familias de ${name}`}
                    onClick={() => setCourse(id)}
                  >
                    {name}
                  </Anchor>
                ) : (
                  name
                )}
              </Table.Td>
              <Table.Td>
                <ReceiptBar received={received} families={families} />
              </Table.Td>
              <Table.Td className="number">
                {families === received ? '–' : numberText(families - received)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {notice.courses.length > COURSES_SHOWN && !isWhole && (
        <Button
          variant="subtle"
          onClick={() => setIsWhole(true)}
        >{`Ver los ${notice.courses.length} cursos`}</Button>
      )}
      {course_id !== undefined && (
        <CourseReceipts notice_id={notice.id} course_id={course_id} onClose={() => setCourse(undefined)} />
      )}
    </>
  )
}

type CourseProps = { notice_id: number; course_id: number; onClose: () => void }

/** The families of a course; those without a receipt come first. */
function CourseReceipts({ notice_id, course_id, onClose }: CourseProps) {
  const { id: school_id } = useSchool()
  const course = useQuery(officeQuery('getNoticeCourse', { school_id, notice_id, course_id }))
  return (
    <Modal opened onClose={onClose} title="Acuses de recibo" size="lg">
      <QueryContent query={course}>
        {({ families }) => (
          <ul className="rows">
            {families.map(({ student_id, student, guardians }) => (
              <li key={student_id} className="row">
                <span className="grow">
                  <strong>{student}</strong>
                  <br />
                  <Text span size="sm" c="dimmed">
                    {guardians
                      .map(({ name, received_at }) =>
                        received_at ? `${name}, ${whenText(received_at)}` : name,
                      )
                      .join(' · ') || 'Sin apoderados'}
                  </Text>
                </span>
                {guardians.some(({ received_at }) => received_at) ? (
                  <Chip tone="good">Recibido</Chip>
                ) : (
                  <Chip tone="wait">Falta</Chip>
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryContent>
    </Modal>
  )
}

function Actions({ notice }: { notice: Notice }) {
  const { id: school_id, may } = useSchool()
  const [isAsking, setIsAsking] = useState(false)
  const [failure, setFailure] = useState<Error | null>(null)
  const ids = { school_id, notice_id: notice.id }
  const changes = ['getNotice', 'listNotices'] as const
  const remind = useOfficeMutation('remindNotice', { changes: [...changes] })
  const withdraw = useOfficeMutation('withdrawNotice', { changes: [...changes] })
  const unschedule = useOfficeMutation('unscheduleNotice', { changes: [...changes] })
  const missing = notice.receipts ? notice.receipts.families - notice.receipts.received : 0
  const params = { schoolId: String(school_id), noticeId: String(notice.id) } as never
  return (
    <>
      <ErrorNotice error={remind.error ?? withdraw.error ?? unschedule.error ?? failure} />
      <Group mt="md" gap="sm">
        {missing > 0 && may('messages.ask_receipts') && (
          <Button
            variant="light"
            leftSection={<BellIcon className="button-icon" />}
            loading={remind.isPending}
            disabled={notice.was_reminded_today}
            onClick={() => remind.mutate(ids)}
          >
            {notice.was_reminded_today
              ? 'Recordado hoy'
              : missing === 1
                ? 'Recordar a la que falta'
                : `Recordar a las ${numberText(missing)}`}
          </Button>
        )}
        {notice.receipts && may('messages.ask_receipts') && (
          <Button
            variant="subtle"
            onClick={() => void downloadFile('exportReceipts', ids).then(() => setFailure(null), setFailure)}
          >
            Descargar lista
          </Button>
        )}
        {notice.state === 'sent' && (
          <>
            <Button
              component={Link}
              variant="light"
              {...({ to: '/colegios/$schoolId/comunicados/$noticeId', params } as object)}
            >
              Enviar una corrección
            </Button>
            <Button variant="subtle" onClick={() => setIsAsking(true)}>
              Retirar
            </Button>
          </>
        )}
        {notice.state === 'scheduled' && (
          <Button variant="light" loading={unschedule.isPending} onClick={() => unschedule.mutate(ids)}>
            Volver a borrador
          </Button>
        )}
      </Group>
      <Modal opened={isAsking} onClose={() => setIsAsking(false)} title={`¿Retirar «${notice.title}»?`}>
        <Text>Las familias dejan de verlo. Los acuses que ya hay se conservan.</Text>
        <Group mt="md" justify="flex-end">
          <Button variant="subtle" onClick={() => setIsAsking(false)}>
            Cancelar
          </Button>
          <Button
            loading={withdraw.isPending}
            onClick={() => withdraw.mutate(ids, { onSettled: () => setIsAsking(false) })}
          >
            Retirar
          </Button>
        </Group>
      </Modal>
    </>
  )
}
