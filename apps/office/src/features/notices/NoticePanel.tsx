import type { OfficeResponseOf } from '@apoderados/contract/office/officeApi'
import { roleNames } from '@apoderados/contract/office/roles'
import { ActionIcon, Button, Group, Modal, Text, Title } from '@mantine/core'
import BellIcon from '@phosphor-icons/core/assets/regular/bell.svg?react'
import SealIcon from '@phosphor-icons/core/assets/regular/seal-check.svg?react'
import CloseIcon from '@phosphor-icons/core/assets/regular/x.svg?react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { downloadFile } from '../../shared/api.ts'
import { officeQuery, useOfficeMutation } from '../../shared/queries.ts'
import { useSchool } from '../../shared/school.ts'
import { dayText, numberText, whenText } from '../../shared/text.ts'
import { ErrorNotice, QueryContent } from '../../shared/ui/notices.tsx'
import { Chip } from '../../shared/ui/Page.tsx'
import { NoticeReceipts } from './NoticeReceipts.tsx'
import { NoticeText } from './NoticeText.tsx'

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
          <NoticeReceipts notice={notice} receipts={notice.receipts} />
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
