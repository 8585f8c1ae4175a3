import { LOAD_PAGE_ROWS } from '@apoderados/contract/office/loads'
import { OPERATOR_NAME } from '@apoderados/contract/office/register'
import { Anchor, Group, Pagination, Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { callOffice } from '../../shared/api.ts'
import { officeQuery } from '../../shared/queries.ts'
import { useSchool } from '../../shared/school.ts'
import { countText, numberText, whenText } from '../../shared/text.ts'
import { Empty, ErrorNotice, QueryContent } from '../../shared/ui/notices.tsx'
import { Card, Chip, Page } from '../../shared/ui/Page.tsx'
import { Steps } from '../../shared/ui/Steps.tsx'
import { FileDrop } from './FileDrop.tsx'
import { LOAD_STEPS, type LoadSummary, stateNames } from './load.ts'
import { Templates } from './Templates.tsx'
import { UndoButton } from './UndoButton.tsx'
import { useUpload } from './upload.ts'

/** The start of a delivery, and the loads of the school. */
export function LoadsPage() {
  const { id: school_id } = useSchool()
  const navigate = useNavigate()
  const upload = useUpload()
  const begin = async (files: File[]) => {
    const { id: load_id } = await callOffice('createLoad', { school_id })
    await upload.send(load_id, files)
    await navigate({
      to: '/colegios/$schoolId/carga/$loadId',
      params: { schoolId: String(school_id), loadId: String(load_id) },
    })
  }
  return (
    <Page
      title="Carga de datos"
      line="Nada se guarda hasta que usted lo confirme."
      actions={<Steps names={LOAD_STEPS} current={0} />}
    >
      <div className="columns">
        <div>
          <FileDrop isBusy={upload.isBusy} onFiles={(files) => void begin(files).catch(upload.fail)} />
          <ErrorNotice error={upload.error} title="No se subieron los archivos" />
          <History />
        </div>
        <div>
          <Templates />
        </div>
      </div>
    </Page>
  )
}

function History() {
  const { id: school_id } = useSchool()
  const [page, setPage] = useState(1)
  const loads = useQuery(officeQuery('listLoads', { school_id, page }))
  const pages = Math.ceil((loads.data?.total ?? 0) / LOAD_PAGE_ROWS)
  return (
    <Card title="Historial" aside={loads.data && countText(loads.data.total, 'carga', 'cargas')}>
      <QueryContent query={loads}>
        {({ loads: list }) =>
          list.length === 0 ? (
            <Empty>Todavía no hay cargas. Empiece por la nómina de SIGE.</Empty>
          ) : (
            <Table className="table">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Cuándo</Table.Th>
                  <Table.Th>Quién</Table.Th>
                  <Table.Th>Qué</Table.Th>
                  <Table.Th className="number">Filas</Table.Th>
                  <Table.Th>Deshacer</Table.Th>
                  <Table.Th>
                    <span className="visually-hidden">Ver</span>
                  </Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {list.map((load) => (
                  <LoadRow key={load.id} load={load} />
                ))}
              </Table.Tbody>
            </Table>
          )
        }
      </QueryContent>
      {pages > 1 && (
        <Group justify="center" p="md">
          <Pagination total={pages} value={page} onChange={setPage} />
        </Group>
      )}
    </Card>
  )
}

function LoadRow({ load }: { load: LoadSummary }) {
  const { id: school_id } = useSchool()
  const isSaved = load.applied_at !== null
  return (
    <Table.Tr>
      <Table.Td className="nowrap">{whenText(load.applied_at ?? load.created_at)}</Table.Td>
      <Table.Td>{load.staff ?? OPERATOR_NAME}</Table.Td>
      <Table.Td>
        <strong>{load.files.join(', ') || 'Sin archivos'}</strong>
      </Table.Td>
      <Table.Td className="number">{isSaved ? numberText(load.rows) : '—'}</Table.Td>
      <Table.Td>
        {load.undone_at ? (
          <Chip>Deshecha {whenText(load.undone_at)}</Chip>
        ) : isSaved ? (
          <UndoButton load={load} variant="subtle" />
        ) : (
          <Chip tone="wait">{stateNames[load.state] ?? load.state}</Chip>
        )}
      </Table.Td>
      <Table.Td ta="right">
        <Anchor
          component={Link}
          to="/colegios/$schoolId/carga/$loadId"
          params={{ schoolId: String(school_id), loadId: String(load.id) } as never}
          aria-label={`Ver la carga ${load.id}`}
        >
          Ver
        </Anchor>
      </Table.Td>
    </Table.Tr>
  )
}
