import { formatFolio } from '@apoderados/contract/documents'
import { DOCUMENT_PAGE_ROWS, type IssuedDocument } from '@apoderados/contract/office/documents'
import { Anchor, Button, Group, Pagination, Table, Text, UnstyledButton } from '@mantine/core'
import PlusIcon from '@phosphor-icons/core/assets/regular/plus.svg?react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { officeQuery } from '../../shared/queries.ts'
import { useSchool } from '../../shared/school.ts'
import { numberText, whenText } from '../../shared/text.ts'
import { Empty, QueryContent } from '../../shared/ui/notices.tsx'
import { Card, Page } from '../../shared/ui/Page.tsx'
import { Batches } from './Batches.tsx'
import { CourseLists } from './CourseLists.tsx'
import { DocumentPanel } from './DocumentPanel.tsx'
import { StateChip, shortKindNames } from './documentTexts.tsx'
import { FolioCheck } from './FolioCheck.tsx'
import { IssueDialog } from './IssueDialog.tsx'

/** How often the page looks again while a job runs. */
const JOB_POLL_MS = 2_000

/** The documents with folio that the school has issued; beside the list, the chosen one. */
export function DocumentsPage() {
  const { id: school_id, may } = useSchool()
  const { ver, pagina } = useSearch({ from: '/staff/colegios/$schoolId/documentos' })
  const navigate = useNavigate({ from: '/colegios/$schoolId/documentos' })
  const [isIssuing, setIsIssuing] = useState(false)
  const list = useQuery({
    ...officeQuery('listIssuedDocuments', { school_id, page: pagina }),
    refetchInterval: ({ state }) =>
      state.data?.batches.some(({ ended_at }) => ended_at === null) ? JOB_POLL_MS : false,
  })
  const show = (folio: string | undefined) => void navigate({ search: { ver: folio, pagina } })
  const { kinds = [], batches = [] } = list.data ?? {}
  return (
    <Page
      title="Documentos"
      line="Certificados con folio: cualquiera puede comprobarlos con su código QR."
      actions={
        kinds.length > 0 && (
          <Button leftSection={<PlusIcon className="button-icon" />} onClick={() => setIsIssuing(true)}>
            Emitir documento
          </Button>
        )
      }
    >
      <div className={ver === undefined ? 'stack' : 'columns'}>
        <div>
          <FolioCheck onFound={show} />
          <section className="card" aria-label="Emitidos">
            <QueryContent query={list}>
              {({ documents, total, this_year, revoked }) => (
                <>
                  <div className="card-head">
                    <h2>Emitidos</h2>
                    <Text size="sm" c="dimmed">
                      {`${numberText(this_year)} este año · ${numberText(revoked)} revocados`}
                    </Text>
                  </div>
                  {documents.length === 0 ? (
                    <NoDocuments hasKinds={kinds.length > 0} mayTurnOn={may('settings.school')} />
                  ) : (
                    <DocumentTable documents={documents} chosen={ver} onChoose={show} />
                  )}
                  {total > DOCUMENT_PAGE_ROWS && (
                    <Group justify="center" p="md">
                      <Pagination
                        total={Math.ceil(total / DOCUMENT_PAGE_ROWS)}
                        value={pagina ?? 1}
                        onChange={(page) => void navigate({ search: { ver, pagina: page } })}
                        getControlProps={(control) => ({
                          'aria-label': control === 'next' ? 'Página siguiente' : 'Página anterior',
                        })}
                      />
                    </Group>
                  )}
                </>
              )}
            </QueryContent>
          </section>
          {batches.length > 0 && <Batches batches={batches} />}
          <Card title="Listas de un curso">
            <CourseLists />
          </Card>
        </div>
        {ver !== undefined && <DocumentPanel key={ver} folio={ver} onClose={() => show(undefined)} />}
      </div>
      {isIssuing && <IssueDialog kinds={kinds} onIssued={show} onClose={() => setIsIssuing(false)} />}
    </Page>
  )
}

function NoDocuments({ hasKinds, mayTurnOn }: { hasKinds: boolean; mayTurnOn: boolean }) {
  const { id } = useSchool()
  if (hasKinds) return <Empty>Todavía no hay documentos. Los que se emitan aparecen aquí.</Empty>
  return (
    <Empty>
      El colegio no emite documentos con folio.{' '}
      {mayTurnOn ? (
        <Anchor
          renderRoot={(props) => (
            <Link to="/colegios/$schoolId/ajustes" params={{ schoolId: String(id) }} {...props} />
          )}
        >
          Activarlos en Ajustes
        </Anchor>
      ) : (
        'Dirección los activa en Ajustes.'
      )}
    </Empty>
  )
}

type DocumentTableProps = {
  documents: IssuedDocument[]
  chosen: string | undefined
  onChoose: (folio: string) => void
}

const DocumentTable = ({ documents, chosen, onChoose }: DocumentTableProps) => (
  <Table className="table">
    <Table.Thead>
      <Table.Tr>
        <Table.Th>Folio</Table.Th>
        <Table.Th>Documento</Table.Th>
        <Table.Th>Emitido</Table.Th>
        <Table.Th>Estado</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {documents.map(({ folio, kind, student, course, issued_at, state }) => (
        <Table.Tr key={folio} aria-selected={folio === chosen}>
          <Table.Td>
            <UnstyledButton className="row-link nowrap" onClick={() => onChoose(folio)}>
              <strong>{formatFolio(folio)}</strong>
            </UnstyledButton>
          </Table.Td>
          <Table.Td>
            {shortKindNames[kind]}
            <br />
            <Text span size="sm" c="dimmed">
              {`${student.name}, ${course}`}
            </Text>
          </Table.Td>
          <Table.Td>{whenText(issued_at)}</Table.Td>
          <Table.Td>
            <StateChip state={state} />
          </Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
)
