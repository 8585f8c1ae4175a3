import { completableSheets } from '@apoderados/contract/office/loads'
import { Alert, Button, Checkbox, Group, Progress, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { officeQuery, useOfficeMutation } from '../../shared/queries.ts'
import { useSchool } from '../../shared/school.ts'
import { countText, numberText, timeText, whenText } from '../../shared/text.ts'
import { ErrorNotice, QueryContent } from '../../shared/ui/notices.tsx'
import { Card, Chip, Page } from '../../shared/ui/Page.tsx'
import { Steps } from '../../shared/ui/Steps.tsx'
import { FileDrop } from './FileDrop.tsx'
import { familiesText, LOAD_STEPS, type Load, newsText, sizeText } from './load.ts'
import { ProblemsStep } from './ProblemsStep.tsx'
import { ReviewStep } from './ReviewStep.tsx'
import { UndoButton } from './UndoButton.tsx'
import { useUpload } from './upload.ts'

const RUNNING = ['checking', 'applying', 'undoing']
const POLL_MS = 1_000

const stepOf = ({ state }: Load) =>
  state === 'problems'
    ? 1
    : state === 'review' || state === 'applying'
      ? 2
      : state === 'done' || state === 'undone'
        ? 4
        : 0

/** One load, at the step where it is. */
export function LoadPage() {
  const { id: school_id } = useSchool()
  const { loadId } = useParams({ from: '/staff/colegios/$schoolId/carga/$loadId' })
  const load_id = Number(loadId)
  const load = useQuery({
    ...officeQuery('getLoad', { school_id, load_id }),
    refetchInterval: ({ state }) => (state.data && RUNNING.includes(state.data.state) ? POLL_MS : false),
  })
  const { data } = load
  return (
    <Page
      title="Carga de datos"
      line={data && lineOf(data)}
      actions={data && <Steps names={LOAD_STEPS} current={stepOf(data)} />}
    >
      <QueryContent query={load}>{(found) => <LoadStep load={found} />}</QueryContent>
    </Page>
  )
}

function lineOf({ files, staff, applied_at, is_own }: Load): string {
  if (applied_at) return `Guardado ${whenText(applied_at)} por ${staff ?? 'la administración del servidor'}.`
  const [first, ...more] = files
  const names =
    first === undefined ? '' : more.length > 0 ? `${first} y ${more.length} archivos más. ` : `${first}. `
  return `${names}${is_own ? 'Todavía no se guarda nada.' : `La hace ${staff}.`}`
}

function LoadStep({ load }: { load: Load }) {
  if (load.state === 'done' || load.state === 'undone') return <Result load={load} />
  if (RUNNING.includes(load.state)) return <Running load={load} />
  if (load.state === 'problems') return <ProblemsStep load={load} />
  if (load.state === 'review' && load.review) return <ReviewStep load={load} review={load.review} />
  return <Files load={load} />
}

function Running({ load }: { load: Load }) {
  const { id: school_id } = useSchool()
  const isChecking = load.state === 'checking'
  const cancel = useOfficeMutation('cancelLoad', { changes: ['getLoad', 'listLoads'] })
  const titles: Record<string, string> = {
    read: 'Leyendo las planillas',
    check: 'Revisando las filas',
    compare: 'Comparando con lo guardado',
    write: 'Guardando',
  }
  const title = titles[load.step ?? ''] ?? 'En espera'
  return (
    <Card title={title} aside={load.total > 0 && `${numberText(load.done)} de ${numberText(load.total)}`}>
      <Stack className="card-body">
        <Progress value={load.total > 0 ? (100 * load.done) / load.total : 0} aria-label={title} />
        <Text c="dimmed" aria-live="polite">
          {isChecking
            ? 'Puede cerrar esta página o seguir en otra: la revisión continúa y el resultado lo espera aquí.'
            : 'Guardando. No se puede cancelar.'}
        </Text>
        {isChecking && load.is_own && (
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
        {load.busy && (
          <Text>
            {load.busy.staff ?? 'Otra persona'} está guardando una carga desde las {timeText(load.busy.since)}
            . La suya sigue en cuanto termine.
          </Text>
        )}
      </Stack>
    </Card>
  )
}

/** The files of a delivery, before its check or after one that ended without a result. */
function Files({ load }: { load: Load }) {
  const { id: school_id } = useSchool()
  const navigate = useNavigate()
  const upload = useUpload()
  const [complete, setComplete] = useState<string[]>(load.complete)
  const check = useOfficeMutation('checkLoad', { changes: ['getLoad'] })
  const remove = useOfficeMutation('removeLoadFile', { changes: ['getLoad'] })
  const discard = useOfficeMutation('discardLoad', {
    changes: ['listLoads'],
    onSuccess: () =>
      void navigate({ to: '/colegios/$schoolId/carga', params: { schoolId: String(school_id) } }),
  })
  const load_id = load.id
  return (
    <div className="stack">
      {load.failure && (
        <Alert role="alert" className="notice error" title={load.failure}>
          Nada se guardó.
        </Alert>
      )}
      {load.is_own && (
        <FileDrop
          isBusy={upload.isBusy}
          onFiles={(files) => void upload.send(load_id, files).catch(upload.fail)}
        />
      )}
      <ErrorNotice error={upload.error ?? check.error ?? remove.error ?? discard.error} />
      <Card title="Esta entrega" aside={countText(load.delivered.length, 'archivo', 'archivos')}>
        <Table className="table">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Archivo</Table.Th>
              <Table.Th className="number">Tamaño</Table.Th>
              <Table.Th>Estado</Table.Th>
              <Table.Th>
                <span className="visually-hidden">Quitar</span>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {load.delivered.map(({ file_id, path, bytes, is_uploaded }) => (
              <Table.Tr key={file_id}>
                <Table.Td>
                  <strong>{path}</strong>
                </Table.Td>
                <Table.Td className="number">{sizeText(bytes)}</Table.Td>
                <Table.Td>
                  <Chip tone={is_uploaded ? 'good' : 'wait'}>{is_uploaded ? 'Subido' : 'Incompleto'}</Chip>
                </Table.Td>
                <Table.Td ta="right">
                  {load.is_own && (
                    <Button
                      variant="subtle"
                      aria-label={`Quitar ${path}`}
                      onClick={() => remove.mutate({ school_id, load_id, file_id })}
                    >
                      Quitar
                    </Button>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Card>
      {load.is_own && (
        <>
          <Card title="Hojas que vienen completas">
            <Checkbox.Group className="card-body" value={complete} onChange={setComplete}>
              <Text size="sm" c="dimmed" mb="sm">
                Esta hoja viene completa: lo que falte se quita.
              </Text>
              <Group>
                {completableSheets.map((sheet) => (
                  <Checkbox key={sheet} value={sheet} label={sheet} />
                ))}
              </Group>
            </Checkbox.Group>
          </Card>
          <Group>
            <Button
              loading={check.isPending}
              disabled={load.delivered.length === 0 || upload.isBusy}
              onClick={() =>
                check.mutate({
                  school_id,
                  load_id,
                  complete: completableSheets.filter((sheet) => complete.includes(sheet)),
                })
              }
            >
              Revisar los archivos
            </Button>
            <Button variant="subtle" onClick={() => discard.mutate({ school_id, load_id })}>
              Descartar
            </Button>
          </Group>
        </>
      )}
    </div>
  )
}

function Result({ load }: { load: Load }) {
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
          {load.failure && <Alert className="notice error">{load.failure}</Alert>}
          <Text c="dimmed">
            {load.told_families > 0
              ? `Se avisa a ${familiesText(load.told_families)}. ${newsText(load.news)}`
              : 'No hay avisos a las familias.'}
          </Text>
        </Stack>
      </Card>
      {load.corrections.length > 0 && (
        <Card title={`Corrija también su planilla: ${countText(load.corrections.length, 'celda', 'celdas')}`}>
          <ul className="rows">
            {load.corrections.map(({ file, line, position, column, before, value }) => (
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
      )}
    </div>
  )
}
