import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useOfficeMutation } from '../../shared/queries.ts'
import { useSchool } from '../../shared/school.ts'
import { numberText, timeText } from '../../shared/text.ts'
import { ErrorNotice } from '../../shared/ui/notices.tsx'
import { Card } from '../../shared/ui/Page.tsx'
import { DeliveredFiles } from './DeliveredFiles.tsx'
import type { Load } from './load.ts'

const stepTitles: Record<string, string> = {
  read: 'Leyendo las planillas',
  check: 'Revisando las filas',
  compare: 'Comparando con lo guardado',
  write: 'Guardando',
}
const explanations: Record<string, string> = {
  checking:
    'Puede cerrar esta página o seguir en otra: la revisión continúa y el resultado lo espera en Hoy.',
  applying: 'Guardando. No se puede cancelar.',
  undoing: 'Deshaciendo. No se puede cancelar.',
}

/** A load that is being checked, saved or undone. */
export function RunningStep({ load }: { load: Load }) {
  const { id: school_id } = useSchool()
  const { state, step, done, total, busy } = load
  const cancel = useOfficeMutation('cancelLoad', { changes: ['getLoad', 'listLoads'] })
  const title = state === 'undoing' ? 'Deshaciendo' : (stepTitles[step ?? ''] ?? 'En espera')
  const percent = total > 0 ? Math.floor((100 * done) / total) : 0
  // The files are read by bytes, which are no number for a person.
  const reached = step === 'read' ? `${percent} %` : `${numberText(done)} de ${numberText(total)}`
  return (
    <div className="stack">
      {state === 'checking' && <DeliveredFiles load={load} />}
      <Card title={title} aside={total > 0 && reached}>
        <Stack className="card-body">
          <Progress value={percent} aria-label={title} />
          <Text c="dimmed" aria-live="polite">
            {explanations[state]}
          </Text>
          {state === 'checking' && load.is_own && (
            <Group justify="flex-end">
              <Button
                variant="subtle"
                loading={cancel.isPending}
                onClick={() => cancel.mutate({ school_id, load_id: load.id })}
              >
                Cancelar
              </Button>
            </Group>
          )}
          <ErrorNotice error={cancel.error} />
          {busy && (
            <Text>
              {busy.staff ?? 'Otra persona'} está guardando una carga desde las {timeText(busy.since)}. La
              suya sigue en cuanto termine.
            </Text>
          )}
        </Stack>
      </Card>
    </div>
  )
}
