import {
  REGISTER_PAGE_LINES,
  type RegisterAction,
  type RegisterLine,
  registerActions,
} from '@apoderados/contract/office/register'
import { roleNames, staffRoles } from '@apoderados/contract/office/roles'
import { Button, Group, Pagination, Select, Table, Text, UnstyledButton } from '@mantine/core'
import { DatePickerInput } from '@mantine/dates'
import CaretIcon from '@phosphor-icons/core/assets/bold/caret-right-bold.svg?react'
import DownloadIcon from '@phosphor-icons/core/assets/regular/download-simple.svg?react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Fragment, useState } from 'react'
import { downloadFile } from '../../shared/api.ts'
import { officeQuery } from '../../shared/queries.ts'
import { aboutText, actionText, actorOf } from '../../shared/RegisterSentence.tsx'
import { useSchool } from '../../shared/school.ts'
import { numberText, whenText } from '../../shared/text.ts'
import { Empty, ErrorNotice, QueryContent } from '../../shared/ui/notices.tsx'
import { Page } from '../../shared/ui/Page.tsx'
import { StaffFilter, StudentFilter } from './registerFilters.tsx'

const actionOptions = Object.entries(registerActions).map(([value, label]) => ({ value, label }))

/** Every act of the staff, with filters that the address keeps. */
export function RegisterPage() {
  const { id: school_id, may } = useSchool()
  const search = useSearch({ from: '/staff/colegios/$schoolId/registro' })
  const navigate = useNavigate({ from: '/colegios/$schoolId/registro' })
  const change = (next: Partial<typeof search>) =>
    void navigate({ search: { ...search, pagina: undefined, ...next }, replace: true })
  const filter = {
    school_id,
    staff_id: search.quien,
    action: actionOf(search.accion),
    student_id: search.estudiante,
    from: search.desde,
    to: search.hasta,
  }
  const register = useQuery(officeQuery('getRegister', { ...filter, page: search.pagina }))
  const download = useMutation({ mutationFn: () => downloadFile('exportRegister', filter) })
  const pages = Math.ceil((register.data?.total ?? 0) / REGISTER_PAGE_LINES)
  return (
    <Page
      title="Registro"
      line={
        may('register.all')
          ? 'Todo lo que se hace en el colegio queda aquí. Nadie puede editarlo ni borrarlo.'
          : 'Lo que usted hace queda aquí. Nadie puede editarlo ni borrarlo.'
      }
      actions={
        <Button
          variant="light"
          leftSection={<DownloadIcon />}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          Descargar lo filtrado
        </Button>
      }
    >
      <ErrorNotice error={download.error} title="No se pudo descargar" />
      <section className="card" aria-label="Movimientos">
        <div className="filters">
          {may('register.all') && (
            <StaffFilter value={search.quien} onChange={(quien) => change({ quien })} />
          )}
          <Select
            aria-label="Acción"
            placeholder="Todas las acciones"
            data={actionOptions}
            clearable
            searchable
            value={filter.action ?? null}
            onChange={(value) => change({ accion: value ?? undefined })}
          />
          <StudentFilter
            value={search.estudiante}
            lines={register.data?.lines ?? []}
            onChange={(estudiante) => change({ estudiante })}
          />
          <DatePickerInput
            type="range"
            size="md"
            placeholder="Cualquier día"
            valueFormat="D [de] MMMM [de] YYYY"
            allowSingleDateInRange
            clearable
            maxDate={new Date()}
            defaultValue={[search.desde ?? null, search.hasta ?? null]}
            onChange={([from, to]) => {
              if ((from === null) === (to === null))
                change({ desde: from ?? undefined, hasta: to ?? undefined })
            }}
          />
          <Text size="sm" c="dimmed" className="grow" ta="right" aria-live="polite">
            {register.data &&
              `${numberText(register.data.total)} ${register.data.total === 1 ? 'movimiento' : 'movimientos'}`}
          </Text>
        </div>
        <QueryContent query={register} rows={9}>
          {({ lines }) =>
            lines.length === 0 ? (
              <Empty>Ningún movimiento con estos filtros.</Empty>
            ) : (
              <RegisterTable lines={lines} />
            )
          }
        </QueryContent>
        {pages > 1 && (
          <Group justify="center" p="md">
            <Pagination
              total={pages}
              value={search.pagina ?? 1}
              onChange={(pagina) => change({ pagina: pagina === 1 ? undefined : pagina })}
              getControlProps={(control) => ({
                'aria-label': control === 'next' ? 'Página siguiente' : 'Página anterior',
              })}
            />
          </Group>
        )}
      </section>
    </Page>
  )
}

const actionOf = (text: string | undefined) =>
  text !== undefined && text in registerActions ? (text as RegisterAction) : undefined

function RegisterTable({ lines }: { lines: RegisterLine[] }) {
  const [openId, setOpenId] = useState<number>()
  return (
    <Table className="table">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Cuándo</Table.Th>
          <Table.Th>Quién</Table.Th>
          <Table.Th>Qué hizo</Table.Th>
          <Table.Th>Sobre</Table.Th>
          <Table.Th>
            <span className="visually-hidden">Detalle</span>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {lines.map((line) => {
          const isOpen = line.id === openId
          return (
            <Fragment key={line.id}>
              <Table.Tr aria-selected={isOpen}>
                <Table.Td className="nowrap">{whenText(line.at)}</Table.Td>
                <Table.Td>
                  <strong>{actorOf(line)}</strong>
                </Table.Td>
                <Table.Td>{actionText(line)}</Table.Td>
                <Table.Td>{aboutText(line)}</Table.Td>
                <Table.Td ta="right">
                  <UnstyledButton
                    className="row-toggle"
                    aria-expanded={isOpen}
                    aria-label={`Detalle: ${actionText(line)}, ${whenText(line.at)}`}
                    onClick={() => setOpenId(isOpen ? undefined : line.id)}
                  >
                    <CaretIcon />
                  </UnstyledButton>
                </Table.Td>
              </Table.Tr>
              {isOpen && (
                <Table.Tr className="detail-row">
                  <Table.Td colSpan={5}>
                    <LineDetail line={line} />
                  </Table.Td>
                </Table.Tr>
              )}
            </Fragment>
          )
        })}
      </Table.Tbody>
    </Table>
  )
}

const valueText = (value: unknown): string => {
  const role = staffRoles.find((each) => each === value)
  if (role) return roleNames[role]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '—'
}

const LineDetail = ({ line: { detail, address } }: { line: RegisterLine }) => (
  <dl className="facts">
    {[
      ['Antes', valueText(detail.before)],
      ['Después', valueText(detail.after)],
      ['Motivo', valueText(detail.reason)],
      ['Desde', address ?? '—'],
    ].map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
