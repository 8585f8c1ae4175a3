import { NOTICE_PAGE_ROWS, noticeLists } from '@apoderados/contract/office/notices'
import type { OfficeResponseOf } from '@apoderados/contract/office/officeApi'
import { Button, Group, Pagination, SegmentedControl, Table, Text, UnstyledButton } from '@mantine/core'
import ClockIcon from '@phosphor-icons/core/assets/fill/clock-fill.svg?react'
import PlusIcon from '@phosphor-icons/core/assets/regular/plus.svg?react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { officeQuery, useOfficeMutation } from '../../shared/queries.ts'
import { useSchool } from '../../shared/school.ts'
import { dayText, numberText, whenText } from '../../shared/text.ts'
import { Empty, ErrorNotice, QueryContent } from '../../shared/ui/notices.tsx'
import { Chip, Page } from '../../shared/ui/Page.tsx'
import { NoticePanel } from './NoticePanel.tsx'
import { ReceiptBar } from './ReceiptBar.tsx'

type Summary = OfficeResponseOf<'listNotices'>['notices'][number]

/** The school's notices; beside the list, the chosen one. */
export function NoticesPage() {
  const { id: school_id } = useSchool()
  const navigate = useNavigate()
  const { lista: list = 'all', ver } = useSearch({ from: '/staff/colegios/$schoolId/comunicados' })
  const [page, setPage] = useState(1)
  const notices = useQuery(officeQuery('listNotices', { school_id, list, page }))
  const params = { schoolId: String(school_id) }
  const create = useOfficeMutation('createNotice', {
    onSuccess: ({ id }) =>
      void navigate({
        to: '/colegios/$schoolId/comunicados/$noticeId',
        params: { ...params, noticeId: String(id) },
      }),
  })
  const show = (search: { lista?: (typeof noticeLists)[number]; ver?: number | undefined }) =>
    void navigate({ to: '/colegios/$schoolId/comunicados', params, search: { lista: list, ver, ...search } })
  const open = ({ id, state }: Summary) =>
    state === 'draft'
      ? void navigate({
          to: '/colegios/$schoolId/comunicados/$noticeId',
          params: { ...params, noticeId: String(id) },
        })
      : show({ ver: id })
  const { counts, total = 0 } = notices.data ?? {}
  const names = {
    all: 'Todos',
    sent: `Enviados ${counts?.sent ?? ''}`.trim(),
    scheduled: `Programados ${counts?.scheduled ?? ''}`.trim(),
    draft: `Borradores ${counts?.draft ?? ''}`.trim(),
  }
  return (
    <Page
      title="Comunicados"
      line="El colegio escribe; las familias leen y acusan recibo. No es un chat."
      actions={
        <Button
          leftSection={<PlusIcon className="button-icon" />}
          loading={create.isPending}
          onClick={() => create.mutate({ school_id })}
        >
          Nuevo comunicado
        </Button>
      }
    >
      <ErrorNotice error={create.error} />
      <div className={ver === undefined ? 'stack' : 'columns'}>
        <section className="card" aria-label="Lista de comunicados">
          <div className="filters">
            <SegmentedControl
              aria-label="Qué comunicados se muestran"
              value={list}
              onChange={(value) => {
                setPage(1)
                show({ lista: value as typeof list })
              }}
              data={noticeLists.map((value) => ({ value, label: names[value] }))}
            />
          </div>
          <QueryContent query={notices}>
            {({ notices: rows }) =>
              rows.length === 0 ? (
                <Empty>Ningún comunicado. Escriba el primero.</Empty>
              ) : (
                <Table className="table">
                  <Table.Thead>
                    <Table.Tr>
                      <Table.Th>Comunicado</Table.Th>
                      <Table.Th>Acuso recibo</Table.Th>
                    </Table.Tr>
                  </Table.Thead>
                  <Table.Tbody>
                    {rows.map((notice) => (
                      <Table.Tr key={notice.id} aria-selected={notice.id === ver}>
                        <Table.Td>
                          <UnstyledButton className="row-link" onClick={() => open(notice)}>
                            <strong>{notice.title || 'Sin título'}</strong>
                            <br />
                            <Text span size="sm" c="dimmed">
                              {`${notice.audience_text || 'Sin destinatarios'} · ${lineOf(notice)}`}
                            </Text>
                          </UnstyledButton>
                        </Table.Td>
                        <Table.Td>
                          <ReceiptState notice={notice} />
                        </Table.Td>
                      </Table.Tr>
                    ))}
                  </Table.Tbody>
                </Table>
              )
            }
          </QueryContent>
          {total > NOTICE_PAGE_ROWS && (
            <Group justify="center" p="md">
              <Pagination total={Math.ceil(total / NOTICE_PAGE_ROWS)} value={page} onChange={setPage} />
            </Group>
          )}
        </section>
        {ver !== undefined && (
          <NoticePanel key={ver} notice_id={ver} onClose={() => show({ ver: undefined })} />
        )}
      </div>
    </Page>
  )
}

function lineOf({ state, staff, sent_at, send_at }: Summary): string {
  if (sent_at) return dayText(sent_at)
  return state === 'scheduled' && send_at ? `programado, ${whenText(send_at)}` : `borrador de ${staff}`
}

function ReceiptState({ notice: { state, receipts } }: { notice: Summary }) {
  if (state === 'draft') return <Chip>Borrador</Chip>
  if (state === 'withdrawn') return <Chip tone="bad">Retirado</Chip>
  if (state === 'scheduled') return <Chip icon={<ClockIcon />}>Programado</Chip>
  if (!receipts) return <Text c="dimmed">No se pide</Text>
  return (
    <Group gap="sm" wrap="nowrap">
      <ReceiptBar {...receipts} />
      <span className="nowrap">{`${numberText(receipts.received)} de ${numberText(receipts.families)}`}</span>
    </Group>
  )
}
