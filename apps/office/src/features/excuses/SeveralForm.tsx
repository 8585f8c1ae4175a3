import { EXCUSE_TEXT_MAX, type ExcuseVerdict } from '@apoderados/contract/excuses'
import type { InboxExcuse } from '@apoderados/contract/office/excuses'
import { Button, Group, Textarea, Title } from '@mantine/core'
import { useState } from 'react'
import { useOfficeMutation } from '../../shared/queries.ts'
import { useSchool } from '../../shared/school.ts'
import { ErrorNotice } from '../../shared/ui/notices.tsx'
import { daysText } from './excuseTexts.tsx'

/** The form that decides the chosen justifications together: all, or none if one was decided meanwhile. */
export function SeveralForm({ excuses, onDone }: { excuses: InboxExcuse[]; onDone: () => void }) {
  const { id: school_id } = useSchool()
  const [text, setText] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const decide = useOfficeMutation('decideExcuses', {
    changes: ['listExcuses', 'getExcuse'],
    onSuccess: onDone,
  })
  const send = (state: ExcuseVerdict) => {
    const lacksReason = state === 'rejected' && text.trim() === ''
    setIsMissing(lacksReason)
    if (lacksReason) return
    const chosen = excuses.map(({ id, decisions }) => ({ id, decisions }))
    decide.mutate({ school_id, excuses: chosen, state, explanation: text })
  }
  return (
    <section className="card split-detail" aria-label="Varias justificaciones">
      <div className="split-body">
        <Title order={2}>{`${excuses.length} elegidas`}</Title>
        <ul className="rows">
          {excuses.map((excuse) => (
            <li key={excuse.id} className="row">
              {`${excuse.student.name}, ${excuse.course}, ${daysText(excuse)}`}
            </li>
          ))}
        </ul>
      </div>
      <div className="split-form">
        <ErrorNotice error={decide.error} title="No se guardó ninguna. Su texto sigue aquí." />
        <Textarea
          label="Explicación para las familias"
          description={`Obligatoria al rechazar · ${text.length}/${EXCUSE_TEXT_MAX}`}
          error={isMissing && 'Escriba por qué las rechaza'}
          maxLength={EXCUSE_TEXT_MAX}
          autosize
          minRows={2}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Group mt="sm">
          <Button loading={decide.isPending} onClick={() => send('justified')}>
            {`Justificar las ${excuses.length}`}
          </Button>
          <Button variant="light" loading={decide.isPending} onClick={() => send('rejected')}>
            {`Rechazar las ${excuses.length}`}
          </Button>
        </Group>
      </div>
    </section>
  )
}
