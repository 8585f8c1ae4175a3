import { ANSWER_TEXT_MAX, answerTemplates, type OfficeDataRequest } from '@apoderados/contract/office/privacy'
import { type RequestOutcome, requestKindNames } from '@apoderados/contract/privacy'
import { Alert, Anchor, Button, Group, Menu, Radio, Text, Textarea, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { downloadFile } from '../../shared/api.ts'
import { officeQuery, useOfficeMutation } from '../../shared/queries.ts'
import { RegisterSentence } from '../../shared/RegisterSentence.tsx'
import { useSchool } from '../../shared/school.ts'
import { dayText, whenText } from '../../shared/text.ts'
import { ConflictNotice, Empty, ErrorNotice, QueryContent, showToast } from '../../shared/ui/notices.tsx'
import { ClockChip, outcomeNames } from './clock.tsx'

type Props = {
  /** Undefined while none is open, and for a role that does not read what was asked. */
  id: number | undefined
  onClose: () => void
}

/** The open request, the data that it is about, and the form of its answer. */
export function RequestDetail({ id, onClose }: Props) {
  const { id: school_id, may } = useSchool()
  const query = useQuery({
    ...officeQuery('getDataRequest', { school_id, request_id: id ?? 0 }),
    enabled: id !== undefined,
    placeholderData: undefined,
  })
  return (
    <section className="card split-detail" aria-label="Solicitud">
      <Button variant="subtle" className="split-back" onClick={onClose}>
        Volver a la lista
      </Button>
      {id === undefined ? (
        <Empty>
          {may('requests.answer')
            ? 'Elija una solicitud de la lista.'
            : 'Su rol ve de una solicitud su tipo, quién la envió y su plazo.'}
        </Empty>
      ) : (
        <QueryContent query={query}>
          {(request) => (
            <>
              <Facts request={request} />
              <AnswerForm key={request.answers.length} request={request} />
            </>
          )}
        </QueryContent>
      )}
    </section>
  )
}

function Facts({ request }: { request: OfficeDataRequest }) {
  const { id: school_id } = useSchool()
  const { kind, sender, student, text, due_on, received_at, is_blocked, answers, acts } = request
  const download = useMutation({
    mutationFn: () => downloadFile('getDataOfRequest', { school_id, request_id: request.id }),
  })
  return (
    <div className="split-body">
      <Group wrap="nowrap" justify="space-between">
        <div>
          <Title order={2} tabIndex={-1}>
            {requestKindNames[kind]}
          </Title>
          <Text size="sm">{sender?.name ?? 'La cuenta de quien la envió ya no existe'}</Text>
        </div>
        <ClockChip request={request} />
      </Group>
      {is_blocked && (
        <Alert className="notice" title="Bloqueo en curso">
          Otras familias no ven estos datos desde que llegó la solicitud.
        </Alert>
      )}
      {student && !student.is_represented && (
        <Alert className="notice" title="No figura como representante legal">
          Verifíquelo en la ficha del estudiante antes de responder.
        </Alert>
      )}
      <dl className="facts">
        <div>
          <dt>Datos de</dt>
          <dd>
            {student ? `${student.name}${student.may_ask ? ', de 14 años o más' : ''}` : 'quien la envió'}
          </dd>
        </div>
        <div>
          <dt>Recibida</dt>
          <dd>{whenText(received_at)}</dd>
        </div>
        <div>
          <dt>Se responde hasta el</dt>
          <dd>{dayText(`${due_on}T12:00:00Z`)}</dd>
        </div>
        {sender && (
          <div>
            <dt>Contacto</dt>
            <dd>{[sender.email, sender.phone].filter(Boolean).join(', ')}</dd>
          </div>
        )}
      </dl>
      <Text className="pre-line">{text || 'Sin texto.'}</Text>
      {sender && (
        <div>
          <ErrorNotice error={download.error} title="No se pudo descargar" />
          <Button variant="light" loading={download.isPending} onClick={() => download.mutate()}>
            Ver los datos que guarda el colegio
          </Button>
          {student && (
            <Anchor
              component={Link}
              to="/colegios/$schoolId/personas/$studentId"
              params={{ schoolId: String(school_id), studentId: String(student.id) } as never}
              ml="md"
            >
              Abrir su ficha
            </Anchor>
          )}
        </div>
      )}
      {answers.map(({ outcome, text: answer, staff, answered_at }) => (
        <Text key={answered_at} size="sm" className="pre-line">
          {`${staff}: ${outcomeNames[outcome]}, ${whenText(answered_at)}. ${answer}`}
        </Text>
      ))}
      <div>
        <Text size="sm" c="dimmed">
          Lo hecho desde que llegó, según Registro
        </Text>
        {acts.length === 0 ? (
          <Text size="sm">Nada todavía.</Text>
        ) : (
          <ul className="rows">
            {acts.map((line) => (
              <li key={line.id} className="row">
                <span className="grow">
                  <RegisterSentence line={line} />
                </span>
                <Text size="sm" c="dimmed" className="nowrap">
                  {whenText(line.at)}
                </Text>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

const firstOutcomes: RequestOutcome[] = ['granted', 'partly', 'refused']

function AnswerForm({ request }: { request: OfficeDataRequest }) {
  const { id: school_id } = useSchool()
  const isLifting = request.answers.length > 0
  const [outcome, setOutcome] = useState<RequestOutcome | undefined>(isLifting ? 'lifted' : undefined)
  const [text, setText] = useState('')
  const answer = useOfficeMutation('answerDataRequest', {
    changes: ['listDataRequests', 'getDataRequest', 'getRegister'],
    onSuccess: ({ message }) => showToast(message),
  })
  if (isLifting && !request.is_blocked) return null
  const send = () =>
    outcome &&
    answer.mutate({
      school_id,
      request_id: request.id,
      outcome,
      text,
      answers: request.answers.length,
    })
  return (
    <div className="split-form">
      <ConflictNotice error={answer.error} />
      {!isLifting && (
        <Radio.Group
          label="Decisión"
          value={outcome ?? null}
          onChange={(value) => setOutcome(value as RequestOutcome)}
        >
          <Group mt="xs" mb="sm">
            {firstOutcomes.map((value) => (
              <Radio key={value} value={value} label={outcomeNames[value]} />
            ))}
          </Group>
        </Radio.Group>
      )}
      <Textarea
        label={isLifting ? 'Por qué se levanta el bloqueo' : 'Respuesta para la familia'}
        description={`${text.length}/${ANSWER_TEXT_MAX}`}
        maxLength={ANSWER_TEXT_MAX}
        autosize
        minRows={3}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Group mt="sm">
        <Button loading={answer.isPending} disabled={!outcome || text.trim() === ''} onClick={send}>
          {isLifting ? 'Levantar el bloqueo' : 'Responder'}
        </Button>
        {!isLifting && (
          <Menu position="top-start">
            <Menu.Target>
              <Button variant="subtle">Modelos de respuesta</Button>
            </Menu.Target>
            <Menu.Dropdown>
              {answerTemplates.map((template) => (
                <Menu.Item key={template.name} onClick={() => setText(template.text)}>
                  {template.name}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
      </Group>
    </div>
  )
}
