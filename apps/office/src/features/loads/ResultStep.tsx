import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useSchool } from '../../shared/school.ts'
import { countText, whenText } from '../../shared/text.ts'
import { Card } from '../../shared/ui/Page.tsx'
import { familiesText, type Load, newsText } from './load.ts'
import { UndoButton } from './UndoButton.tsx'

/** What was saved, and what families are told. */
export function ResultStep({ load }: { load: Load }) {
  const { id: school_id } = useSchool()
  const isUndone = load.state === 'undone'
  return (
    <div className="stack">
      <Card
        title={
          isUndone
            ? `Deshecha ${whenText(load.undone_at ?? load.created_at)}`
            : 'Los datos quedaron guardados'
        }
        aside={
          <Group>
            {!isUndone && <UndoButton load={load} variant="light" />}
            <Button
              component={Link}
              {...({ to: '/colegios/$schoolId/carga', params: { schoolId: String(school_id) } } as object)}
            >
              Cargar más datos
            </Button>
          </Group>
        }
      >
        <Stack className="card-body">
          <Text>
            Carga n.º {load.id} · {countText(load.rows, 'fila', 'filas')}.
          </Text>
          {load.failure && (
            <Alert role="alert" className="notice error">
              {load.failure}
            </Alert>
          )}
          <Text c="dimmed">
            {isUndone
              ? 'Los datos volvieron a como estaban. Lo que las familias ya habían visto les llega como corrección.'
              : load.told_families > 0
                ? `Se avisa a ${familiesText(load.told_families)}. ${newsText(load.news)}`
                : 'No hay avisos a las familias.'}
          </Text>
        </Stack>
      </Card>
      <Corrections corrections={load.corrections} />
    </div>
  )
}

/** The cells that were corrected here, which the school's own sheets still have wrong. */
export function Corrections({ corrections }: Pick<Load, 'corrections'>) {
  if (corrections.length === 0) return null
  return (
    <Card title={`Corrija también su planilla: ${countText(corrections.length, 'celda', 'celdas')}`}>
      <ul className="rows">
        {corrections.map(({ file, line, position, column, before, value }) => (
          <li key={`${file} ${line} ${position}`} className="row">
            <span className="grow">
              {file}, fila {line}, columna «{column}»
            </span>
            <s>{before}</s>
            <strong>{value}</strong>
          </li>
        ))}
      </ul>
    </Card>
  )
}
