import { type InboxRequest, REQUEST_PAGE_ROWS, requestViews } from '@apoderados/contract/office/privacy'
import { requestKindNames } from '@apoderados/contract/privacy'
import { Group, Pagination, SegmentedControl, Text, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { officeQuery } from '../../shared/queries.ts'
import { useSchool } from '../../shared/school.ts'
import { whenText } from '../../shared/text.ts'
import { Empty, QueryContent } from '../../shared/ui/notices.tsx'
import { Page } from '../../shared/ui/Page.tsx'
import { Breaches } from './Breaches.tsx'
import { ClockChip } from './clock.tsx'
import { RequestDetail } from './RequestDetail.tsx'

const BREACHES = 'breaches'
const viewNames = { pending: 'Por responder', answered: 'Respondidas' }

/** The requests about personal data with their clocks, and the breaches. */
export function RequestsPage() {
  const { id: school_id, may } = useSchool()
  const search = useSearch({ from: '/staff/colegios/$schoolId/solicitudes' })
  const navigate = useNavigate({ from: '/colegios/$schoolId/solicitudes' })
  const change = (next: Partial<typeof search>) =>
    void navigate({ search: { ...search, ...next }, replace: true })
  const showsBreaches = search.ver === BREACHES && may('breaches.manage')
  const view = requestViews.find((each) => each === search.ver) ?? 'pending'
  const inbox = useQuery(officeQuery('listDataRequests', { school_id, view, page: search.pagina }))
  const { requests = [], total = 0, pending = 0 } = inbox.data ?? {}
  const pages = Math.ceil(total / REQUEST_PAGE_ROWS)
  const open = (abierta: number | undefined) => change({ abierta })
  return (
    <Page
      title="Solicitudes"
      line="Datos personales: se responde en 30 días, y un bloqueo en 2 días hábiles. Responde Dirección."
      actions={
        <SegmentedControl
          aria-label="Cuáles"
          value={showsBreaches ? BREACHES : view}
          onChange={(ver) => change({ ver, abierta: undefined, pagina: undefined })}
          data={[
            ...requestViews.map((value) => ({
              value,
              label: value === 'pending' && pending > 0 ? `${viewNames[value]} ${pending}` : viewNames[value],
            })),
            ...(may('breaches.manage') ? [{ value: BREACHES, label: 'Vulneraciones' }] : []),
          ]}
        />
      }
    >
      {showsBreaches ? (
        <Breaches />
      ) : (
        <div className="split" data-open={search.abierta !== undefined || undefined}>
          <section className="card split-list" aria-label="Lista">
            <QueryContent query={inbox} rows={5}>
              {() =>
                requests.length === 0 ? (
                  <Empty>
                    {view === 'pending'
                      ? 'Ninguna solicitud espera respuesta.'
                      : 'Todavía no hay respuestas.'}
                  </Empty>
                ) : (
                  <ul className="rows">
                    {requests.map((request) => (
                      <RequestRow
                        key={request.id}
                        request={request}
                        isOpen={request.id === search.abierta}
                        onOpen={() => open(request.id)}
                      />
                    ))}
                  </ul>
                )
              }
            </QueryContent>
            {pages > 1 && (
              <Group justify="center" p="md">
                <Pagination
                  total={pages}
                  value={search.pagina ?? 1}
                  onChange={(pagina) => change({ pagina })}
                />
              </Group>
            )}
          </section>
          <RequestDetail
            key={search.abierta}
            id={may('requests.answer') ? search.abierta : undefined}
            onClose={() => open(undefined)}
          />
        </div>
      )}
    </Page>
  )
}

type RowProps = { request: InboxRequest; isOpen: boolean; onOpen: () => void }

function RequestRow({ request, isOpen, onOpen }: RowProps) {
  return (
    <li className="row" aria-current={isOpen || undefined}>
      <UnstyledButton className="row-open grow" onClick={onOpen}>
        <span className="grow">
          <strong>{`${requestKindNames[request.kind]} · ${request.guardian ?? 'cuenta borrada'}`}</strong>
          <br />
          <Text span size="sm" c="dimmed">
            {`Recibida ${whenText(request.received_at)}`}
          </Text>
        </span>
        <ClockChip request={request} />
      </UnstyledButton>
    </li>
  )
}
