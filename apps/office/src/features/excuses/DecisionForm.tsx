import { EXCUSE_TEXT_MAX, type ExcuseVerdict } from '@apoderados/contract/excuses'
import { EXPLANATIONS_MAX, type OfficeExcuse } from '@apoderados/contract/office/excuses'
import { Alert, Button, Group, Kbd, Menu, Text, Textarea } from '@mantine/core'
import { useRef, useState } from 'react'
import { OfficeError } from '../../shared/api.ts'
import { useOfficeMutation } from '../../shared/queries.ts'
import { useSchool } from '../../shared/school.ts'
import { timeText } from '../../shared/text.ts'
import { ErrorNotice } from '../../shared/ui/notices.tsx'
import { stateNames } from './excuseTexts.tsx'
import { useKeys } from './useKeys.ts'

type FormProps = { excuse: OfficeExcuse; savedTexts: string[]; onNext: () => void }

export function DecisionForm({ excuse, savedTexts, onNext }: FormProps) {
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
