import { LOAD_PAGE_ROWS } from '@apoderados/contract/office/loads'
import { Button, Group, Pagination, Stack, Text, UnstyledButton } from '@mantine/core'
import WarningIcon from '@phosphor-icons/core/assets/fill/warning-fill.svg?react'
import ErrorIcon from '@phosphor-icons/core/assets/fill/x-circle-fill.svg?react'
import DownloadIcon from '@phosphor-icons/core/assets/regular/download-simple.svg?react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { downloadFile } from '../../shared/api.ts'
import { officeQuery, useOfficeMutation } from '../../shared/queries.ts'
import { useSchool } from '../../shared/school.ts'
import { countText } from '../../shared/text.ts'
import { Empty, ErrorNotice, QueryContent } from '../../shared/ui/notices.tsx'
import { Card } from '../../shared/ui/Page.tsx'
import { FileDrop } from './FileDrop.tsx'
import type { Load } from './load.ts'
import { type Cause, ProblemCell } from './ProblemCell.tsx'
import { Corrections } from './ResultStep.tsx'
import { useUpload } from './upload.ts'

const rowsText = (count: number) => countText(count, 'fila', 'filas')

/** The problems of a delivery by cause, each with its cell in its row. */
export function ProblemsStep({ load }: { load: Load }) {
  const { id: school_id } = useSchool()
  const load_id = load.id
  const causes = useQuery(officeQuery('listLoadProblems', { school_id, load_id }))
  const [chosen, setChosen] = useState<number>()
  /** Whether the next cause was reached from the cell before, so that its first field gets the focus. */
  const [isContinuing, setIsContinuing] = useState(false)
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
        const next = list[list.findIndex(({ cause }) => cause === shown?.cause) + 1]
        const choose = (cause: number) => {
          setIsContinuing(false)
          setChosen(cause)
        }
        const listOf = (isWarning: boolean) => list.filter(({ is_warning }) => is_warning === isWarning)
        return (
          <div className="columns list-detail">
            <div>
              <CauseList
                title={countText(load.errors, 'error', 'errores')}
                aside="impiden guardar"
                causes={listOf(false)}
                chosen={shown}
                onChoose={choose}
              />
              <CauseList
                title={countText(load.warnings, 'aviso', 'avisos')}
                aside="no impiden guardar"
                causes={listOf(true)}
                chosen={shown}
                onChoose={choose}
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
                <CauseDetail
                  key={shown.cause}
                  load={load}
                  cause={shown}
                  isContinuing={isContinuing}
                  onEnd={() => {
                    if (!next) return
                    setIsContinuing(true)
                    setChosen(next.cause)
                  }}
                />
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
              aria-current={each.cause === chosen?.cause || undefined}
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

type CauseDetailProps = { load: Load; cause: Cause; isContinuing: boolean; onEnd: () => void }

function CauseDetail({ load, cause, isContinuing, onEnd }: CauseDetailProps) {
  const { id: school_id } = useSchool()
  const [page, setPage] = useState(1)
  const cells = useRef<HTMLDivElement>(null)
  const detail = useQuery(
    officeQuery('getLoadCause', { school_id, load_id: load.id, cause: cause.cause, page }),
  )
  const pages = Math.ceil((detail.data?.total ?? 0) / LOAD_PAGE_ROWS)
  /** Moves the focus to the field after that of a line, or to the next page or cause. */
  const goOn = (field: HTMLInputElement | null) => {
    const fields = Array.from(cells.current?.querySelectorAll('input') ?? [])
    const following = field ? fields[fields.indexOf(field) + 1] : undefined
    if (following) following.focus()
    else if (page < pages) setPage(page + 1)
    else onEnd()
  }
  return (
    <Card title={cause.message} aside={rowsText(cause.count)}>
      <QueryContent query={detail}>
        {({ header, problems }) => (
          <Stack className="card-body" gap="lg" ref={cells}>
            {cause.help && <Text>{cause.help}</Text>}
            {problems.map((problem, index) => (
              <ProblemCell
                key={`${problem.line} ${problem.position}`}
                load={load}
                cause={cause}
                header={header}
                problem={problem}
                hasFocus={index === 0 && (isContinuing || page > 1)}
                onNext={goOn}
              />
            ))}
            {pages > 1 && <Pagination total={pages} value={page} onChange={setPage} />}
          </Stack>
        )}
      </QueryContent>
    </Card>
  )
}
