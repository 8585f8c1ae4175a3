import { Group, Pagination, Table, Text, UnstyledButton } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { numberText } from '../../shared/text.ts'
import { Card } from '../../shared/ui/Page.tsx'
import type { Review } from './load.ts'

const ROWS_SHOWN = 5

const dash = (count: number) => (count === 0 ? '–' : numberText(count))

/** What the delivery would change, by kind; a chosen kind shows examples and what ends. */
export function ReviewChanges({ review }: { review: Review }) {
  const [chosen, setChosen] = useState<string>()
  const columns = review.columns.filter(({ merge }) => merge === chosen)
  const ended = review.ended?.find(({ merge }) => merge === chosen)
  return (
    <>
      <Card title="Qué cambiará">
        <Table className="table">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Tipo</Table.Th>
              <Table.Th className="number">Nuevas</Table.Th>
              <Table.Th className="number">Cambian</Table.Th>
              <Table.Th className="number">Terminan</Table.Th>
              <Table.Th className="number">Sin cambio</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {Object.entries(review.counts).map(([kind, { added, changed, ended, unchanged }]) => (
              <Table.Tr key={kind} aria-selected={kind === chosen}>
                <Table.Td>
                  <UnstyledButton aria-expanded={kind === chosen} onClick={() => setChosen(kind)}>
                    <strong className="capital">{kind}</strong>
                  </UnstyledButton>
                </Table.Td>
                <Table.Td className="number">{dash(added)}</Table.Td>
                <Table.Td className="number">{dash(changed)}</Table.Td>
                <Table.Td className="number">
                  {ended > 0 ? <strong className="bad-text">{numberText(ended)}</strong> : '–'}
                </Table.Td>
                <Table.Td className="number">{dash(unchanged)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Card>
      {columns.map((column) => (
        <ColumnChanges key={`${column.merge} ${column.column}`} column={column} files={review.files} />
      ))}
      {ended && (
        <Card title={`${ended.merge} · terminan`}>
          <PagedRows rows={ended.rows}>
            {({ name, count }) => (
              <li key={name} className="row">
                <span className="grow">{name}</span>
                {count > 1 && numberText(count)}
              </li>
            )}
          </PagedRows>
        </Card>
      )}
    </>
  )
}

type ColumnChangesProps = { column: Review['columns'][number]; files: string[] }

function ColumnChanges({ column: { merge, column, changed, emptied, examples }, files }: ColumnChangesProps) {
  return (
    <Card
      title={`${merge} · columna «${column}»`}
      aside={`${numberText(changed)} cambian · ${numberText(emptied)} quedan vacías`}
    >
      <PagedRows rows={examples}>
        {({ file, line, person, before, after }) => (
          <li key={`${file} ${line} ${person}`} className="row">
            <span className="grow">
              {person}
              {person && <br />}
              <Text span size="sm" c="dimmed">
                {file !== null && files[file]} {line !== null && `fila ${line}`}
              </Text>
            </span>
            <s>{before ?? 'vacío'}</s> <span aria-hidden="true">→</span> <strong>{after ?? 'vacío'}</strong>
          </li>
        )}
      </PagedRows>
    </Card>
  )
}

/** The rows, five at a time. */
function PagedRows<T>({ rows, children }: { rows: T[]; children: (row: T) => ReactNode }) {
  const [page, setPage] = useState(1)
  return (
    <>
      <ul className="rows">{rows.slice((page - 1) * ROWS_SHOWN, page * ROWS_SHOWN).map(children)}</ul>
      {rows.length > ROWS_SHOWN && (
        <Group justify="center" p="sm">
          <Pagination total={Math.ceil(rows.length / ROWS_SHOWN)} value={page} onChange={setPage} />
        </Group>
      )}
    </>
  )
}
