import { EXCUSE_TEXT_MAX, type ExcuseVerdict, excuseReasonNames } from '@apoderados/contract/excuses'
import { EXPLANATIONS_MAX, type InboxExcuse, type OfficeExcuse } from '@apoderados/contract/office/excuses'
import { officeApi } from '@apoderados/contract/office/officeApi'
import { OFFICE_BASE_PATH } from '@apoderados/contract/office/officeCall'
import { Alert, Button, Group, Kbd, Menu, Text, Textarea, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { OfficeError } from '../../shared/api.ts'
import { officeQuery, useOfficeMutation } from '../../shared/queries.ts'
import { useSchool } from '../../shared/school.ts'
import { timeText, whenText } from '../../shared/text.ts'
import { Avatar } from '../../shared/ui/Avatar.tsx'
import { Empty, ErrorNotice, QueryContent } from '../../shared/ui/notices.tsx'
import { daysText, kindNames, lastDayText, StateChip, sheetTexts, stateNames } from './excuseTexts.tsx'
import { useKeys } from './useKeys.ts'

const parentTypes: Record<string, string> = {
  father: 'padre',
  mother: 'madre',
  grandpa: 'abuelo/a',
  brother: 'hermano/a',
  uncle: 'tío/a',
  legal: 'tutor legal',
  other: 'apoderado/a',
}

type Props = {
  /** Undefined while none is open, and for a role that may not read the text. */
  id: number | undefined
  listed: InboxExcuse | undefined
  savedTexts: string[]
  onClose: () => void
  onNext: () => void
}

/** The open justification, with the form of its decision. */
export function ExcuseDetail({ id, listed, savedTexts, onClose, onNext }: Props) {
  const { id: school_id } = useSchool()
  const query = useQuery({
    ...officeQuery('getExcuse', { school_id, excuse_id: id ?? 0 }),
    enabled: id !== undefined,
    placeholderData: undefined,
  })
  return (
    <section className="card split-detail" aria-label="Justificación">
      <Button variant="subtle" className="split-back" onClick={onClose}>
        Volver a la lista
      </Button>
      {id === undefined ? (
        listed ? (
          <Empty>Su rol ve el estado de una justificación, no su texto.</Empty>
        ) : (
          <Empty>Elija una justificación de la lista.</Empty>
        )
      ) : (
        <QueryContent query={query}>
          {(excuse) => (
            <>
              <Facts excuse={excuse} />
              <DecisionForm excuse={excuse} savedTexts={savedTexts} onNext={onNext} />
            </>
          )}
        </QueryContent>
      )}
    </section>
  )
}

function Facts({ excuse }: { excuse: OfficeExcuse }) {
  const { id: school_id } = useSchool()
  const { student, course, kind, reason, text, sender, attachment, earlier, arrived_at } = excuse
  const file = `${OFFICE_BASE_PATH}${officeApi.getExcuseAttachment.path}`
    .replace(':school_id', String(school_id))
    .replace(':excuse_id', String(excuse.id))
  return (
    <div className="split-body">
      <Group wrap="nowrap" justify="space-between">
        <Group wrap="nowrap">
          <Avatar name={student.name} />
          <div>
            <Title order={2} tabIndex={-1}>
              {student.name}
            </Title>
            <Text size="sm">{course}</Text>
          </div>
        </Group>
        <StateChip state={excuse.state} />
      </Group>
      {excuse.sheet_status && (
        <Alert className="notice" title="La planilla dice otra cosa">
          {`Dice: ${sheetTexts[excuse.sheet_status]}. Nada cambió; decida si mantiene lo suyo o sigue la planilla.`}
        </Alert>
      )}
      <dl className="facts">
        <div>
          <dt>{kindNames[kind].one}</dt>
          <dd>{`${daysText(excuse)}${arrived_at ? `, ${timeText(new Date(arrived_at))}` : ''}`}</dd>
        </div>
        <div>
          <dt>Motivo</dt>
          <dd>{excuseReasonNames[reason]}</dd>
        </div>
        <div>
          <dt>Enviada</dt>
          <dd>{whenText(excuse.sent_at)}</dd>
        </div>
        {excuse.answer_by && (
          <div>
            <dt>Se responde hasta el</dt>
            <dd>{lastDayText(excuse.answer_by)}</dd>
          </div>
        )}
      </dl>
      <Text size="sm" c="dimmed">
        {sender
          ? `${sender.name}, ${parentTypes[sender.parent_type]}, escribe`
          : 'La cuenta de quien la envió ya no existe'}
      </Text>
      <Text className="pre-line">{text || 'Sin texto.'}</Text>
      {attachment && (
        <div>
          <Text size="sm" c="dimmed">
            Adjunto
          </Text>
          {attachment.state === 'stored' ? (
            <>
              {/\.pdf$/i.test(attachment.name) ? (
                <Button component="a" variant="light" href={file} download>
                  Descargar el PDF
                </Button>
              ) : (
                <img src={file} alt="Adjunto que envió la familia" className="attachment" />
              )}
              <Text size="sm" c="dimmed">
                {`${attachment.name} · revisada, sin riesgos. Se borra el ${lastDayText(attachment.removed_on)}.`}
              </Text>
            </>
          ) : (
            <Text>
              {attachment.state === 'expected'
                ? 'Revisando el adjunto'
                : attachment.state === 'refused'
                  ? 'El adjunto no se pudo abrir con seguridad.'
                  : 'El adjunto ya se borró.'}
            </Text>
          )}
        </div>
      )}
      {excuse.decided.map(({ state, explanation, staff, decided_at }) => (
        <Text key={decided_at} size="sm">
          {`${staff} decidió ${stateNames[state]}, ${whenText(decided_at)}.${explanation ? ` ${explanation}` : ''}`}
        </Text>
      ))}
      {earlier.length > 0 && (
        <div>
          <Text size="sm" c="dimmed">
            Sus otras justificaciones de este año
          </Text>
          <ul className="rows">
            {earlier.map((other) => (
              <li key={other.id} className="row">
                <span className="grow">{`${kindNames[other.kind].one}, ${daysText(other)}`}</span>
                <StateChip state={other.state} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

type FormProps = { excuse: OfficeExcuse; savedTexts: string[]; onNext: () => void }

function DecisionForm({ excuse, savedTexts, onNext }: FormProps) {
  const { id: school_id, may } = useSchool()
  const [text, setText] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const decide = useOfficeMutation('decideExcuses', {
    changes: ['listExcuses', 'getExcuse'],
    onSuccess: onNext,
  })
  const save = useOfficeMutation('saveExplanations', { changes: ['listExcuses'] })
  const conflict = decide.error instanceof OfficeError ? decide.error.conflict : undefined
  const isOpen = excuse.state === 'pending' || excuse.sheet_status !== null
  const send = (state: ExcuseVerdict) => {
    if (!isOpen || decide.isPending) return
    setIsMissing(state === 'rejected' && text.trim() === '')
    if (state === 'rejected' && text.trim() === '') return field.current?.focus()
    decide.mutate({
      school_id,
      excuses: [{ id: excuse.id, decisions: excuse.decisions }],
      state,
      explanation: text,
    })
  }
  useKeys({ a: () => send('justified'), r: () => field.current?.focus() })
  if (!may('excuses.decide') || (!isOpen && !conflict)) return null
  const canSave =
    text.trim() !== '' && !savedTexts.includes(text.trim()) && savedTexts.length < EXPLANATIONS_MAX
  return (
    <div className="split-form">
      {conflict ? (
        <Alert
          role="alert"
          className="notice"
          title={`${conflict.by ?? 'Otra persona'} la resolvió recién, a las ${timeText(new Date(conflict.at))}`}
        >
          {`Decidió: ${stateNames[conflict.current as ExcuseVerdict] ?? ''}. Lo que usted escribió sigue abajo y no se envió.`}
        </Alert>
      ) : (
        <ErrorNotice error={decide.error} title="No se guardó. Su texto sigue aquí." />
      )}
      <Textarea
        ref={field}
        label="Explicación para la familia"
        description={`Obligatoria al rechazar · ${text.length}/${EXCUSE_TEXT_MAX}`}
        placeholder="Por ejemplo: falta la constancia, puede enviarla de nuevo."
        error={isMissing && 'Escriba por qué la rechaza'}
        maxLength={EXCUSE_TEXT_MAX}
        autosize
        minRows={2}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.ctrlKey && send('rejected')}
      />
      <Group mt="sm">
        {conflict ? (
          <>
            <Button variant="light" onClick={() => void navigator.clipboard.writeText(text)}>
              Copiar mi texto
            </Button>
            <Button onClick={onNext}>Siguiente pendiente</Button>
          </>
        ) : (
          <>
            <Button loading={decide.isPending} onClick={() => send('justified')}>
              Justificar
            </Button>
            <Button variant="light" loading={decide.isPending} onClick={() => send('rejected')}>
              Rechazar
            </Button>
            <Menu position="top-start">
              <Menu.Target>
                <Button variant="subtle">Textos guardados</Button>
              </Menu.Target>
              <Menu.Dropdown>
                {savedTexts.map((saved) => (
                  <Menu.Item key={saved} onClick={() => setText(saved)}>
                    {saved}
                  </Menu.Item>
                ))}
                {savedTexts.includes(text.trim()) && (
                  <Menu.Item
                    onClick={() =>
                      save.mutate({ school_id, texts: savedTexts.filter((each) => each !== text.trim()) })
                    }
                  >
                    Quitar este texto de los guardados
                  </Menu.Item>
                )}
                <Menu.Item
                  disabled={!canSave}
                  onClick={() => save.mutate({ school_id, texts: [...savedTexts, text.trim()] })}
                >
                  Guardar lo que escribí
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
            <Text size="sm" c="dimmed" ml="auto">
              <Kbd>A</Kbd> justificar <Kbd>R</Kbd> rechazar
            </Text>
          </>
        )}
      </Group>
    </div>
  )
}
