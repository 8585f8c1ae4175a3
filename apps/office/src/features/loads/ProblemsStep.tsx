import { LOAD_PAGE_ROWS } from '@apoderados/contract/office/loads'
import type { OfficeResponseOf } from '@apoderados/contract/office/officeApi'
import { Button, Group, Pagination, Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import WarningIcon from '@phosphor-icons/core/assets/fill/warning-fill.svg?react'
import ErrorIcon from '@phosphor-icons/core/assets/fill/x-circle-fill.svg?react'
import DownloadIcon from '@phosphor-icons/core/assets/regular/download-simple.svg?react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { downloadFile } from '../../shared/api.ts'
import { officeQuery, useOfficeMutation } from '../../shared/queries.ts'
import { useSchool } from '../../shared/school.ts'
import { countText } from '../../shared/text.ts'
import { Empty, ErrorNotice, QueryContent } from '../../shared/ui/notices.tsx'
import { Card } from '../../shared/ui/Page.tsx'
import { FileDrop } from './FileDrop.tsx'
import type { Load } from './load.ts'
import { Corrections } from './ResultStep.tsx'
import { useUpload } from './upload.ts'

type Cause = OfficeResponseOf<'listLoadProblems'>['causes'][number]
type Problem = OfficeResponseOf<'getLoadCause'>['problems'][number]
type Header = OfficeResponseOf<'getLoadCause'>['header']

const rowsText = (count: number) => countText(count, 'fila', 'filas')

/** The problems of a delivery by cause, each with its cell in its row. */
export function ProblemsStep({ load }: { load: Load }) {
  const { id: school_id } = useSchool()
  const load_id = load.id
  const causes = useQuery(officeQuery('listLoadProblems', { school_id, load_id }))
  const [chosen, setChosen] = useState<number>()
  const [isAdding, setIsAdding] = useState(false)
  const upload = useUpload()
  const check = useOfficeMutation('checkLoad', { changes: ['getLoad', 'listLoadProblems', 'getLoadCause'] })
  const download = useMutation({
    mutationFn: () => downloadFile('exportLoadProblems', { school_id, load_id }),
  })
  return (
    <QueryContent query={causes}>
      {({ causes: list }) => {
        const shown = list.find(({ cause }) => cause === chosen) ?? list[0]
        const listOf = (isWarning: boolean) => list.filter(({ is_warning }) => is_warning === isWarning)
        return (
          <div className="columns list-detail">
            <div>
              <CauseList
                title={countText(load.errors, 'error', 'errores')}
                aside="impiden guardar"
                causes={listOf(false)}
                chosen={shown}
                onChoose={setChosen}
              />
              <CauseList
                title={countText(load.warnings, 'aviso', 'avisos')}
                aside="no impiden guardar"
                causes={listOf(true)}
                chosen={shown}
                onChoose={setChosen}
              />
              <Group>
                <Button
                  variant="light"
                  leftSection={<DownloadIcon />}
                  loading={download.isPending}
                  onClick={() => download.mutate()}
                >
                  Descargar la lista
                </Button>
                {load.is_own && (
                  <Button variant="subtle" onClick={() => setIsAdding(!isAdding)}>
                    Entregar de nuevo
                  </Button>
                )}
              </Group>
              {isAdding && (
                <FileDrop
                  isBusy={upload.isBusy}
                  onFiles={(files) => void upload.send(load_id, files).catch(upload.fail)}
                />
              )}
            </div>
            <div>
              {shown ? (
                <CauseDetail key={shown.cause} load={load} cause={shown} />
              ) : (
                <Empty>Sin problemas.</Empty>
              )}
              <Corrections corrections={load.corrections} />
              <ErrorNotice error={upload.error ?? check.error ?? download.error} />
              {load.is_own && (
                <Group justify="space-between">
                  <Text c="dimmed">Con un solo error no se guarda nada: no puede quedar a medias.</Text>
                  <Button
                    loading={check.isPending}
                    onClick={() => check.mutate({ school_id, load_id, complete: load.complete as never })}
                  >
                    Revisar de nuevo
                  </Button>
                </Group>
              )}
            </div>
          </div>
        )
      }}
    </QueryContent>
  )
}

type CauseListProps = {
  title: string
  aside: string
  causes: Cause[]
  chosen: Cause | undefined
  onChoose: (cause: number) => void
}

function CauseList({ title, aside, causes, chosen, onChoose }: CauseListProps) {
  if (causes.length === 0) return null
  return (
    <Card title={title} aside={aside}>
      <ul className="rows">
        {causes.map((each) => (
          <li key={each.cause}>
            <UnstyledButton
              className="row cause"
              aria-current={each.cause === chosen?.cause}
              onClick={() => onChoose(each.cause)}
            >
              {each.is_warning ? <WarningIcon className="wait-icon" /> : <ErrorIcon className="bad-icon" />}
              <span className="grow">
                <strong>{each.message}</strong>
                <br />
                <Text span size="sm" c="dimmed">
                  {rowsText(each.count)} · {each.file}
                </Text>
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function CauseDetail({ load, cause }: { load: Load; cause: Cause }) {
  const { id: school_id } = useSchool()
  const [page, setPage] = useState(1)
  const detail = useQuery(
    officeQuery('getLoadCause', { school_id, load_id: load.id, cause: cause.cause, page }),
  )
  const pages = Math.ceil((detail.data?.total ?? 0) / LOAD_PAGE_ROWS)
  return (
    <Card title={cause.message} aside={rowsText(cause.count)}>
      <QueryContent query={detail}>
        {({ header, problems }) => (
          <Stack className="card-body" gap="lg">
            {cause.help && <Text>{cause.help}</Text>}
            {problems.map((problem) => (
              <ProblemCell
                key={`${problem.line} ${problem.position}`}
                load={load}
                cause={cause}
                header={header}
                problem={problem}
              />
            ))}
            {pages > 1 && <Pagination total={pages} value={page} onChange={setPage} />}
          </Stack>
        )}
      </QueryContent>
    </Card>
  )
}

const letterOf = (position: number): string =>
  (position >= 26 ? letterOf(Math.floor(position / 26) - 1) : '') + String.fromCharCode(65 + (position % 26))

type ProblemCellProps = { load: Load; cause: Cause; header: Header; problem: Problem }

/** A problem's row among those around it, as the sheet has them, and the field that corrects its cell. */
function ProblemCell({ load, cause, header, problem }: ProblemCellProps) {
  const { line, position, expected, corrected, rows } = problem
  const columns = Math.max(header?.cells.length ?? 0, ...rows.map(({ cells }) => cells.length))
  const positions = Array.from({ length: columns }, (_, index) => index)
  return (
    <div>
      <Text size="sm" c="dimmed">
        {cause.file}
        {line !== null && ` · fila ${line}`}
        {cause.column !== null && `, columna «${cause.column}»`}
      </Text>
      {rows.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls a region that is wider than the page
        <section className="sheet" tabIndex={0} aria-label={`Fila ${line} de ${cause.file}`}>
          <table>
            <thead>
              <tr>
                <td />
                {positions.map((each) => (
                  <th key={each} scope="col">
                    {letterOf(each)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {[...(header ? [header] : []), ...rows].map((row) => (
                <tr key={row.line} data-current={row.line === line}>
                  <th scope="row">{row.line}</th>
                  {positions.map((each) => (
                    <td key={each} data-faulty={row.line === line && each === position}>
                      {row.cells[each]}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {expected && (
        <Text size="sm" c="dimmed">
          Se esperaba {expected}.
        </Text>
      )}
      {load.is_own && line !== null && position !== null && (
        <CorrectionForm
          load_id={load.id}
          file={cause.file}
          line={line}
          position={position}
          corrected={corrected}
          proposed={proposedGrade(cause.message, rows.find((row) => row.line === line)?.cells[position])}
        />
      )}
    </div>
  )
}

type CorrectionFormProps = {
  load_id: number
  file: string
  line: number
  position: number
  corrected: string | null
  /** The value that is certain by the form of the cell. */
  proposed: string | undefined
}

const MONTHS = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep']

/** Returns the grade that Excel changed into a date: '5,4' for '05-abr'. Undefined if that is not certain. */
function proposedGrade(message: string, cell = ''): string | undefined {
  if (!message.startsWith('es una fecha: la planilla cambió la nota')) return undefined
  const [, day = '', month = ''] = /^0?([1-7])-([a-z]{3})$/i.exec(cell.trim()) ?? []
  const tenth = MONTHS.indexOf(month.toLowerCase()) + 1
  return tenth === 0 || day === '7' ? undefined : `${day},${tenth}`
}

function CorrectionForm({ load_id, file, line, position, corrected, proposed }: CorrectionFormProps) {
  const { id: school_id } = useSchool()
  const [text, setText] = useState(corrected ?? proposed ?? '')
  const correct = useOfficeMutation('correctLoadCell', { changes: ['getLoadCause', 'getLoad'] })
  const send = (value: string | null) => correct.mutate({ school_id, load_id, file, line, position, value })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send(text)
      }}
    >
      <Group align="flex-end" mt="xs">
        <TextInput
          label={`Valor correcto de la fila ${line}`}
          description={proposed && corrected === null ? `Propuesto ${proposed}` : undefined}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button
          type="submit"
          variant="light"
          loading={correct.isPending}
          disabled={text === (corrected ?? '')}
        >
          Corregir
        </Button>
        {corrected !== null && (
          <>
            <Text size="sm">Corregida: {corrected}</Text>
            <Button variant="subtle" onClick={() => send(null)}>
              Quitar la corrección
            </Button>
          </>
        )}
      </Group>
      <ErrorNotice error={correct.error} />
    </form>
  )
}
