import { type ExcuseKind, excuseKinds } from '@apoderados/contract/excuses'
import { EXCUSE_PAGE_ROWS, excuseViews, type InboxExcuse } from '@apoderados/contract/office/excuses'
import {
  Button,
  Checkbox,
  Group,
  Kbd,
  Pagination,
  SegmentedControl,
  Select,
  Text,
  UnstyledButton,
} from '@mantine/core'
import { DatePickerInput } from '@mantine/dates'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { officeQuery } from '../../shared/queries.ts'
import { useSchool } from '../../shared/school.ts'
import { countText } from '../../shared/text.ts'
import { Avatar } from '../../shared/ui/Avatar.tsx'
import { Empty, QueryContent } from '../../shared/ui/notices.tsx'
import { Page } from '../../shared/ui/Page.tsx'
import { ExcuseDetail } from './ExcuseDetail.tsx'
import { daysText, kindNames, StateChip, sheetTexts } from './excuseTexts.tsx'
import { SeveralForm } from './SeveralForm.tsx'
import { useKeys } from './useKeys.ts'

type View = (typeof excuseViews)[number]
const viewNames: Record<View, string> = { pending: 'Por decidir', decided: 'Decididas', all: 'Todas' }

/** The inbox of the justifications: a list, and the chosen one beside it. */
export function ExcusesPage() {
  const { id: school_id, may } = useSchool()
  const search = useSearch({ from: '/staff/colegios/$schoolId/justificaciones' })
  const navigate = useNavigate({ from: '/colegios/$schoolId/justificaciones' })
  const change = (next: Partial<typeof search>) =>
    void navigate({ search: { ...search, ...next }, replace: true })
  const view: View = excuseViews.find((each) => each === search.ver) ?? 'pending'
  const kind = excuseKinds.find((each) => each === search.tipo)
  const filter = { school_id, view, kind, course_id: search.curso, day: search.dia, page: search.pagina }
  const inbox = useQuery(officeQuery('listExcuses', filter))
  const { excuses = [], total = 0, pending = 0, announced_today = 0, today } = inbox.data ?? {}
  const [chosenIds, setChosenIds] = useState<number[]>([])
  const several = excuses.filter(({ id, state }) => state === 'pending' && chosenIds.includes(id))
  const open = (id: number | undefined) => change({ abierta: id })
  const openNext = (step: 1 | -1) => {
    const index = excuses.findIndex(({ id }) => id === search.abierta)
    open(excuses[index < 0 ? 0 : Math.min(Math.max(index + step, 0), excuses.length - 1)]?.id)
  }
  useKeys({ j: () => openNext(1), k: () => openNext(-1) })
  const pages = Math.ceil(total / EXCUSE_PAGE_ROWS)
  return (
    <Page
      title="Justificaciones"
      line={
        inbox.data &&
        `Se responde en ${countText(inbox.data.answer_days, 'día hábil', 'días hábiles')}. La familia ve la decisión al momento.`
      }
      actions={
        <SegmentedControl
          aria-label="Cuáles"
          value={view}
          onChange={(value) => change({ ver: value, abierta: undefined, pagina: undefined })}
          data={excuseViews.map((value) => ({
            value,
            label: value === 'pending' && pending > 0 ? `${viewNames[value]} ${pending}` : viewNames[value],
          }))}
        />
      }
    >
      {announced_today > 0 && (
        <p className="notice-line">
          <Text span>
            {countText(announced_today, 'familia avisó que hoy falta', 'familias avisaron que hoy faltan')}.
          </Text>{' '}
          <Button
            variant="subtle"
            size="sm"
            onClick={() => change({ ver: 'all', dia: today, tipo: 'absence' })}
          >
            Ver
          </Button>
        </p>
      )}
      <div className="split" data-open={search.abierta !== undefined || undefined}>
        <section className="card split-list" aria-label="Lista">
          <div className="filters">
            <Select
              aria-label="Curso"
              placeholder="Todos los cursos"
              clearable
              searchable
              data={inbox.data?.courses.map(({ id, name }) => ({ value: String(id), label: name })) ?? []}
              value={search.curso === undefined ? null : String(search.curso)}
              onChange={(value) => change({ curso: value ? Number(value) : undefined })}
            />
            <Select
              aria-label="Tipo"
              placeholder="Atrasos e inasistencias"
              clearable
              data={excuseKinds.map((value) => ({ value, label: kindNames[value].plural }))}
              value={kind ?? null}
              onChange={(value) => change({ tipo: (value as ExcuseKind | null) ?? undefined })}
            />
            <DatePickerInput
              size="md"
              placeholder="Cualquier día"
              valueFormat="D [de] MMMM"
              clearable
              value={search.dia ?? null}
              onChange={(value) => change({ dia: value ?? undefined })}
            />
          </div>
          <QueryContent query={inbox} rows={7}>
            {() =>
              excuses.length === 0 ? (
                <Empty>No hay justificaciones por decidir. Las nuevas aparecen aquí.</Empty>
              ) : (
                <ul className="rows">
                  {excuses.map((excuse) => (
                    <ExcuseRow
                      key={excuse.id}
                      excuse={excuse}
                      isOpen={excuse.id === search.abierta}
                      onOpen={() => open(excuse.id)}
                      choice={
                        may('excuses.decide') && excuse.state === 'pending'
                          ? {
                              isChosen: chosenIds.includes(excuse.id),
                              onChange: (isChosen) =>
                                setChosenIds(
                                  isChosen
                                    ? [...chosenIds, excuse.id]
                                    : chosenIds.filter((id) => id !== excuse.id),
                                ),
                            }
                          : undefined
                      }
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
          <Text size="sm" c="dimmed" className="split-foot">
            <Kbd>J</Kbd> <Kbd>K</Kbd> recorrer
          </Text>
        </section>
        {several.length > 1 ? (
          <SeveralForm excuses={several} onDone={() => setChosenIds([])} />
        ) : (
          <ExcuseDetail
            key={search.abierta}
            id={may('excuses.read') ? search.abierta : undefined}
            listed={excuses.find(({ id }) => id === search.abierta)}
            savedTexts={inbox.data?.saved_texts ?? []}
            onClose={() => open(undefined)}
            onNext={() => {
              const next = excuses.find(({ id, state }) => id !== search.abierta && state === 'pending')
              open(next?.id)
            }}
          />
        )}
      </div>
    </Page>
  )
}

type RowProps = {
  excuse: InboxExcuse
  isOpen: boolean
  onOpen: () => void
  choice: { isChosen: boolean; onChange: (isChosen: boolean) => void } | undefined
}

function ExcuseRow({ excuse, isOpen, onOpen, choice }: RowProps) {
  const { student, course, kind, state, sheet_status, is_announced } = excuse
  return (
    <li className="row" aria-current={isOpen || undefined}>
      {choice && (
        <Checkbox
          aria-label={`Elegir a ${student.name}`}
          checked={choice.isChosen}
          onChange={(event) => choice.onChange(event.currentTarget.checked)}
        />
      )}
      <UnstyledButton className="row-open grow" onClick={onOpen}>
        <Avatar name={student.name} />
        <span className="grow">
          <strong>{student.name}</strong>
          <br />
          <Text span size="sm" c="dimmed">
            {`${course} · ${is_announced ? 'Aviso' : kindNames[kind].one} · ${daysText(excuse)}`}
          </Text>
          {sheet_status && (
            <Text size="sm" fw={600}>
              {`La planilla dice otra cosa: ${sheetTexts[sheet_status]}`}
            </Text>
          )}
        </span>
        <StateChip state={state} />
      </UnstyledButton>
    </li>
  )
}
