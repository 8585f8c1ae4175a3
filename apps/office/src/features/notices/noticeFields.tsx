import { NOTICE_BODY_MAX, NOTICE_FILES_MAX, NOTICE_TITLE_MAX } from '@apoderados/contract/office/notices'
import { Button, FileButton, Group, SegmentedControl, Switch, Text, Textarea, TextInput } from '@mantine/core'
import FileIcon from '@phosphor-icons/core/assets/regular/file-text.svg?react'
import ClipIcon from '@phosphor-icons/core/assets/regular/paperclip.svg?react'
import { type KeyboardEvent, useState } from 'react'
import { uploadFile } from '../../shared/api.ts'
import { useSchool } from '../../shared/school.ts'
import { numberText } from '../../shared/text.ts'
import { ErrorNotice } from '../../shared/ui/notices.tsx'
import { type Draft, momentOf, wallTimeOf } from './noticeDraft.ts'

type FieldsProps = { notice_id: number; draft: Draft; onChange: (draft: Draft) => void }

type TextFieldsProps = FieldsProps & {
  /** Called for Ctrl+Enter. */
  onSend: () => void
}

export function TextFields({ notice_id, draft, onChange, onSend }: TextFieldsProps) {
  const onKeyDown = ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
    if (key === 'Enter' && (ctrlKey || metaKey)) onSend()
  }
  const { id: school_id } = useSchool()
  const [failure, setFailure] = useState<Error | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  async function attach(file: File | null): Promise<void> {
    if (!file) return
    setIsBusy(true)
    setFailure(null)
    try {
      const added = await uploadFile('addNoticeFile', { school_id, notice_id, name: file.name }, file)
      onChange({ ...draft, files: [...draft.files, added] })
    } catch (error) {
      setFailure(error as Error)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <>
      <TextInput
        label="Título"
        maxLength={NOTICE_TITLE_MAX}
        onKeyDown={onKeyDown}
        value={draft.title}
        onChange={({ currentTarget }) => onChange({ ...draft, title: currentTarget.value })}
      />
      <Textarea
        label="Mensaje"
        rows={10}
        resize="vertical"
        maxLength={NOTICE_BODY_MAX}
        onKeyDown={onKeyDown}
        value={draft.body}
        description={`${numberText(draft.body.length)}/${numberText(NOTICE_BODY_MAX)} · Una lista empieza cada línea con «- » o «1. ». Un enlace: [texto](https://…).`}
        onChange={({ currentTarget }) => onChange({ ...draft, body: currentTarget.value })}
      />
      <Text size="sm" c="dimmed">
        No nombre a un estudiante: lo leen todas las familias de los cursos elegidos.
      </Text>
      <ErrorNotice error={failure} title="No se adjuntó el documento" />
      <Group gap="sm">
        {draft.files.map((file) => (
          <span key={file.file_id} className="notice-file">
            <FileIcon />
            <span className="grow">
              <strong>{file.name}</strong>
              <br />
              <Text
                span
                size="sm"
                c="dimmed"
              >{`${numberText(Math.ceil(file.bytes / 1024))} KB · revisado`}</Text>
            </span>
            <Button
              variant="subtle"
              aria-label={`Quitar ${file.name}`}
              onClick={() =>
                onChange({ ...draft, files: draft.files.filter(({ file_id }) => file_id !== file.file_id) })
              }
            >
              Quitar
            </Button>
          </span>
        ))}
        {draft.files.length < NOTICE_FILES_MAX && (
          <FileButton onChange={(file) => void attach(file)}>
            {(props) => (
              <Button
                {...props}
                variant="light"
                loading={isBusy}
                leftSection={<ClipIcon className="button-icon" />}
              >
                Adjuntar
              </Button>
            )}
          </FileButton>
        )}
      </Group>
    </>
  )
}

export function SendFields({ draft, onChange }: Omit<FieldsProps, 'notice_id'>) {
  const { may, time_zone } = useSchool()
  const isLater = draft.send_at !== null
  const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()
  return (
    <>
      {may('messages.ask_receipts') && (
        <Switch
          label="Pedir 'Acuso recibo'"
          description="Cada apoderado confirma que lo leyó; se cuenta por curso."
          checked={draft.asks_receipt}
          onChange={({ currentTarget }) => onChange({ ...draft, asks_receipt: currentTarget.checked })}
        />
      )}
      <fieldset className="plain-fieldset">
        <legend>Enviar</legend>
        <Text size="sm" c="dimmed" mb="xs">
          Entre las 21:00 y las 07:00 no suena en los celulares.
        </Text>
        <Group gap="sm">
          <SegmentedControl
            aria-label="Cuándo se envía"
            value={isLater ? 'later' : 'now'}
            data={[
              { value: 'now', label: 'Ahora' },
              { value: 'later', label: 'A una hora' },
            ]}
            onChange={(value) => onChange({ ...draft, send_at: value === 'later' ? inAnHour() : null })}
          />
          {draft.send_at !== null && (
            <TextInput
              type="datetime-local"
              aria-label="Fecha y hora del envío"
              value={wallTimeOf(draft.send_at, time_zone)}
              onChange={({ currentTarget }) => {
                const send_at = momentOf(currentTarget.value, time_zone)
                if (send_at) onChange({ ...draft, send_at })
              }}
            />
          )}
        </Group>
      </fieldset>
      <TextInput
        type="date"
        label="Último día en que se ve"
        description="Vacío: sin término."
        value={draft.ends_on ?? ''}
        onChange={({ currentTarget }) => onChange({ ...draft, ends_on: currentTarget.value || null })}
      />
    </>
  )
}
