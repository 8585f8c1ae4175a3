import { Checkbox, Group, NumberInput, Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import type { LoadAnswers, Review } from './load.ts'

type Removal = Review['removals'][number]
type RemovalAnswer = NonNullable<LoadAnswers['removals']['matrículas']>

/** Returns 'Nicolás Araya, 7° Básico B, 40318926-2'. */
const whoText = ({ name, course, document }: Removal['rows'][number]) =>
  [name, course, document].filter(Boolean).join(', ')

type RemovalQuestionProps = {
  removal: Removal
  answer: RemovalAnswer | undefined
  onAnswer: (answer: RemovalAnswer) => void
}

/** Whether rows may end. Nothing is chosen beforehand. */
export function RemovalQuestion({
  removal: { kind, rows, is_excessive },
  answer,
  onAnswer,
}: RemovalQuestionProps) {
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
            : rows.length === 1
              ? `¿Termina este ${kind.slice(0, -1)}?`
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
            {rows.map((row) => (
              <Checkbox key={row.row_name} value={row.row_name} label={whoText(row)} />
            ))}
          </Stack>
        </Checkbox.Group>
      ) : (
        <ul className="people">
          {rows.map((row) => (
            <li key={row.row_name}>{whoText(row)}</li>
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
  answer: LoadAnswers['emails']
  onAnswer: (answer: NonNullable<LoadAnswers['emails']>) => void
}

/** Which changed e-mails, with which people sign in, the school has confirmed. */
export function EmailQuestion({ emails, answer, onAnswer }: EmailQuestionProps) {
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
