import type { OfficeRequestOf } from '@apoderados/contract/office/officeApi'
import {
  Alert,
  Button,
  Checkbox,
  Group,
  NumberInput,
  Radio,
  Stack,
  Table,
  Text,
  UnstyledButton,
} from '@mantine/core'
import BellIcon from '@phosphor-icons/core/assets/regular/bell.svg?react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useOfficeMutation } from '../../shared/queries.ts'
import { useSchool } from '../../shared/school.ts'
import { numberText } from '../../shared/text.ts'
import { ErrorNotice } from '../../shared/ui/notices.tsx'
import { Card } from '../../shared/ui/Page.tsx'
import { expectedNewsText, familiesText, type Load } from './load.ts'

type Review = NonNullable<Load['review']>
type Removal = Review['removals'][number]
type Answers = Omit<OfficeRequestOf<'answerLoad'>, 'school_id' | 'load_id'>
type RemovalAnswer = NonNullable<Answers['removals']['matrículas']>
const EXAMPLES_SHOWN = 5

const dash = (count: number) => (count === 0 ? '–' : numberText(count))

/** What the delivery would change, and the questions that are answered before it is saved. */
export function ReviewStep({ load, review }: { load: Load; review: Review }) {
  const { id: school_id } = useSchool()
  const navigate = useNavigate()
  const load_id = load.id
  const [answers, setAnswers] = useState(load.answers as Answers)
  const answer = useOfficeMutation('answerLoad', { changes: ['getLoad'] })
  const apply = useOfficeMutation('applyLoad', { changes: ['getLoad', 'listLoads'] })
  const discard = useOfficeMutation('discardLoad', {
    changes: ['listLoads'],
    onSuccess: () =>
      void navigate({ to: '/colegios/$schoolId/carga', params: { schoolId: String(school_id) } }),
  })
  const send = (next: Answers) => {
    setAnswers(next)
    answer.mutate({ school_id, load_id, ...next })
  }
  const questions = review.removals.length + (review.emails.length > 0 ? 1 : 0)
  const { missing } = load
  return (
    <div className="columns">
      <div>
        {load.is_outdated && (
          <Alert className="notice error" title="Los datos cambiaron desde este ensayo. Revise de nuevo." />
        )}
        <Changes review={review} />
      </div>
      <div>
        {questions > 0 && (
          <Card title="Antes de guardar, responda" aside={`${questions - missing.length} de ${questions}`}>
            <Stack className="card-body" gap="lg">
              {review.removals.map((removal) => (
                <RemovalQuestion
                  key={removal.kind}
                  removal={removal}
                  answer={answers.removals[removal.kind as keyof Answers['removals']]}
                  onAnswer={(next) =>
                    send({ ...answers, removals: { ...answers.removals, [removal.kind]: next } })
                  }
                />
              ))}
              {review.emails.length > 0 && (
                <EmailQuestion
                  emails={review.emails}
                  answer={answers.emails}
                  onAnswer={(emails) => send({ ...answers, emails })}
                />
              )}
            </Stack>
          </Card>
        )}
        <Alert
          className="notice"
          icon={<BellIcon />}
          title={
            review.told.families > 0
              ? `Se avisará a ${familiesText(review.told.families)}`
              : 'No habrá avisos a las familias'
          }
        >
          {expectedNewsText(review.told.news)}
        </Alert>
        <ErrorNotice error={answer.error ?? apply.error ?? discard.error} />
        {load.is_own && (
          <Group>
            <Button
              loading={apply.isPending}
              disabled={missing.length > 0 || answer.isPending}
              onClick={() => apply.mutate({ school_id, load_id })}
            >
              Guardar los cambios
            </Button>
            <Button variant="subtle" onClick={() => discard.mutate({ school_id, load_id })}>
              Descartar
            </Button>
            {missing.length > 0 && (
              <Text size="sm" c="dimmed">
                {missing.length === 1 ? 'Falta 1 respuesta' : `Faltan ${missing.length} respuestas`}
              </Text>
            )}
          </Group>
        )}
      </div>
    </div>
  )
}

function Changes({ review }: { review: Review }) {
  const [chosen, setChosen] = useState<string>()
  const columns = review.columns.filter(({ merge }) => merge === chosen)
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
        <ColumnChanges key={column.column} column={column} files={review.files} />
      ))}
    </>
  )
}

type ColumnChangesProps = { column: Review['columns'][number]; files: string[] }

function ColumnChanges({ column: { merge, column, changed, emptied, examples }, files }: ColumnChangesProps) {
  const [shown, setShown] = useState(EXAMPLES_SHOWN)
  return (
    <Card
      title={`${merge} · columna «${column}»`}
      aside={`${numberText(changed)} cambian · ${numberText(emptied)} quedan vacías`}
    >
      <ul className="rows">
        {examples.slice(0, shown).map(({ file, line, before, after }) => (
          <li key={`${file} ${line}`} className="row">
            <Text span size="sm" c="dimmed" className="grow">
              {file !== null && files[file]} {line !== null && `fila ${line}`}
            </Text>
            <s>{before ?? 'vacío'}</s> <span aria-hidden="true">→</span> <strong>{after ?? 'vacío'}</strong>
          </li>
        ))}
      </ul>
      {examples.length > shown && (
        <Button variant="subtle" onClick={() => setShown(examples.length)}>
          Ver {examples.length} ejemplos
        </Button>
      )}
    </Card>
  )
}

type RemovalQuestionProps = {
  removal: Removal
  answer: RemovalAnswer | undefined
  onAnswer: (answer: RemovalAnswer) => void
}

/** Whether rows may end. Nothing is chosen beforehand. */
function RemovalQuestion({ removal: { kind, rows, is_excessive }, answer, onAnswer }: RemovalQuestionProps) {
  const [isOneByOne, setIsOneByOne] = useState(
    answer !== undefined && answer.keep !== 'all' && answer.keep.length > 0,
  )
  const kept = answer === undefined || answer.keep === 'all' ? [] : answer.keep
  const ended = answer?.keep === 'all' ? 0 : rows.length - kept.length
  const choice = isOneByOne ? 'one' : answer === undefined ? '' : answer.keep === 'all' ? 'keep' : 'end'
  const choose = (next: string) => {
    setIsOneByOne(next === 'one')
    onAnswer({ keep: next === 'keep' ? 'all' : [] })
  }
  const labelOf = { matrículas: 'sus', vínculos: 'los', electivos: 'los' }[kind] ?? 'las'
  return (
    <Stack gap="xs">
      <Radio.Group
        label={
          kind === 'matrículas'
            ? `¿${rows.length === 1 ? 'Este estudiante ya no está' : `Estos ${rows.length} estudiantes ya no están`} en el colegio?`
            : `¿Terminan ${rows.length} ${kind}?`
        }
        value={choice}
        onChange={choose}
      >
        <Stack gap="xs" mt="xs">
          <Radio
            value="end"
            label={rows.length === 1 ? 'Sí, termina' : `Sí, terminan ${labelOf} ${rows.length} ${kind}`}
          />
          <Radio value="keep" label="No, la lista venía incompleta: se quedan" />
          <Radio value="one" label="Decidir uno por uno" />
        </Stack>
      </Radio.Group>
      {isOneByOne ? (
        <Checkbox.Group
          label="Se quedan"
          value={kept}
          onChange={(keep) => onAnswer({ keep, ...(answer?.typed !== undefined && { typed: answer.typed }) })}
        >
          <Stack gap="xs">
            {rows.map(({ row_name, name, course }) => (
              <Checkbox key={row_name} value={row_name} label={course ? `${name}, ${course}` : name} />
            ))}
          </Stack>
        </Checkbox.Group>
      ) : (
        <ul className="people">
          {rows.map(({ row_name, name, course }) => (
            <li key={row_name}>
              {name}
              {course && <Text span c="dimmed">{` · ${course}`}</Text>}
            </li>
          ))}
        </ul>
      )}
      {is_excessive && answer !== undefined && ended > 0 && (
        <NumberInput
          label={`Terminarían ${ended} ${kind}, más del 5%. Lo más probable es que falten cursos. Escriba ${ended} para confirmarlo.`}
          hideControls
          value={answer.typed ?? ''}
          onChange={(typed) => onAnswer({ keep: answer.keep, ...(typeof typed === 'number' && { typed }) })}
        />
      )}
    </Stack>
  )
}

type EmailQuestionProps = {
  emails: Review['emails']
  answer: Answers['emails']
  onAnswer: (answer: NonNullable<Answers['emails']>) => void
}

/** Which changed e-mails, with which people sign in, the school has confirmed. */
function EmailQuestion({ emails, answer, onAnswer }: EmailQuestionProps) {
  const kept =
    answer === undefined ? [] : answer.keep === 'all' ? emails.map(({ parent_id }) => parent_id) : answer.keep
  return (
    <Stack gap="sm">
      {emails.map(({ parent_id, name, old_email, new_email }) => (
        <Radio.Group
          key={parent_id}
          label={`¿Confirmó con ${name} que ${new_email} es suyo?`}
          description={`Ahora ingresa con ${old_email}.`}
          value={answer === undefined ? '' : kept.includes(parent_id) ? 'keep' : 'change'}
          onChange={(value) => {
            const others = kept.filter((id) => id !== parent_id)
            onAnswer({ keep: value === 'keep' ? [...others, parent_id] : others })
          }}
        >
          <Group mt="xs">
            <Radio value="change" label="Sí, cambia" />
            <Radio value="keep" label="No, se queda el anterior" />
          </Group>
        </Radio.Group>
      ))}
    </Stack>
  )
}
