import { NOTICE_BODY_MAX, NOTICE_FILES_MAX, NOTICE_TITLE_MAX } from '@apoderados/contract/office/notices'
import {
  Alert,
  Button,
  FileButton,
  Group,
  SegmentedControl,
  Switch,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import FileIcon from '@phosphor-icons/core/assets/regular/file-text.svg?react'
import ClipIcon from '@phosphor-icons/core/assets/regular/paperclip.svg?react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { OfficeError, uploadFile } from '../../shared/api.ts'
import { officeQuery, queryClient, useOfficeMutation } from '../../shared/queries.ts'
import { useSchool } from '../../shared/school.ts'
import { numberText, timeText } from '../../shared/text.ts'
import { ErrorNotice, QueryContent } from '../../shared/ui/notices.tsx'
import { Page } from '../../shared/ui/Page.tsx'
import { AudienceFields } from './AudienceFields.tsx'
import { type Draft, draftOf, momentOf, type Notice, requestOf, wallTimeOf } from './noticeDraft.ts'
import { PhonePreview } from './PhonePreview.tsx'

const AUTOSAVE_MS = 1_500

/** A draft, or the correction of a sent notice. */
export function NoticeEditorPage() {
  const { id: school_id } = useSchool()
  const { noticeId } = useParams({ from: '/staff/colegios/$schoolId/comunicados/$noticeId' })
  const notice_id = Number(noticeId)
  // The form keeps what is written: a later response does not replace it.
  const notice = useQuery({ ...officeQuery('getNotice', { school_id, notice_id }), staleTime: 0, gcTime: 0 })
  return (
    <QueryContent query={notice}>
      {(found) =>
        found.state === 'sent' ? (
          <Correction key={found.id} notice={found} />
        ) : (
          <DraftForm key={found.id} notice={found} />
        )
      }
    </QueryContent>
  )
}

function useList() {
  const { id } = useSchool()
  const navigate = useNavigate()
  return (ver?: number) =>
    void navigate({
      to: '/colegios/$schoolId/comunicados',
      params: { schoolId: String(id) },
      search: { ver },
    })
}

function DraftForm({ notice }: { notice: Notice }) {
  const { id: school_id } = useSchool()
  const openList = useList()
  const [draft, setDraft] = useState(() => draftOf(notice))
  const [changedAt, setChangedAt] = useState(notice.changed_at)
  const [savedText, setSavedText] = useState(JSON.stringify(draft))
  const ids = { school_id, notice_id: notice.id }
  const save = useOfficeMutation('saveNotice')
  const send = useOfficeMutation('sendNotice', { changes: ['listNotices', 'getNotice'] })
  const discard = useOfficeMutation('discardNotice', {
    changes: ['listNotices'],
    onSuccess: () => openList(),
  })
  const text = JSON.stringify(draft)
  const isSaved = text === savedText
  const conflict = save.error instanceof OfficeError ? save.error.conflict : undefined

  /** Saves what is written; returns the time of the change, by which the notice is sent. */
  async function saveDraft(changed_at = changedAt): Promise<string> {
    const saved = await save.mutateAsync({ ...ids, ...requestOf(draft), changed_at })
    setChangedAt(saved.changed_at)
    setSavedText(text)
    await queryClient.invalidateQueries({ queryKey: ['getNoticeReach'] })
    return saved.changed_at
  }
  const autosave = useEffectEvent(() => {
    if (!isSaved && !save.isPending && !conflict) void saveDraft().catch(() => undefined)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the text begins the wait again
  useEffect(() => {
    const timer = setTimeout(autosave, AUTOSAVE_MS)
    return () => clearTimeout(timer)
  }, [text])

  async function saveAndSend(): Promise<void> {
    const changed_at = isSaved ? changedAt : await saveDraft()
    await send.mutateAsync({ ...ids, changed_at })
    openList(notice.id)
  }
  const line = save.isPending
    ? 'Guardando el borrador'
    : isSaved
      ? `Borrador guardado a las ${timeText(changedAt)}`
      : 'Cambios sin guardar'
  return (
    <Page
      title={notice.title === '' ? 'Nuevo comunicado' : 'Borrador de comunicado'}
      line={<span aria-live="polite">{line}</span>}
      actions={
        <Group gap="sm">
          <Button variant="subtle" loading={discard.isPending} onClick={() => discard.mutate(ids)}>
            Descartar
          </Button>
          <Button
            variant="light"
            disabled={isSaved}
            loading={save.isPending}
            onClick={() => void saveDraft().catch(() => undefined)}
          >
            Guardar borrador
          </Button>
          <Button loading={send.isPending} onClick={() => void saveAndSend().catch(() => undefined)}>
            {draft.send_at === null ? 'Enviar' : 'Programar'}
          </Button>
        </Group>
      }
    >
      {conflict ? (
        <Alert
          className="notice"
          role="alert"
          title={`${conflict.by ?? 'Otra persona'} cambió esto a las ${timeText(conflict.at)}`}
        >
          <Text>Lo que usted escribió sigue abajo y no se guardó.</Text>
          <Group mt="sm">
            <Button variant="light" onClick={() => location.reload()}>
              Dejar lo suyo
            </Button>
            <Button onClick={() => void saveDraft(conflict.at).catch(() => undefined)}>Guardar lo mío</Button>
          </Group>
        </Alert>
      ) : (
        <ErrorNotice
          error={save.error ?? send.error ?? discard.error}
          title="No se guardó. Su texto sigue aquí."
        />
      )}
      <div className="columns">
        <section className="card" aria-label="Comunicado">
          <div className="card-body form">
            <AudienceFields notice_id={notice.id} draft={draft} onChange={setDraft} />
            <TextFields notice_id={notice.id} draft={draft} onChange={setDraft} />
            <SendFields draft={draft} onChange={setDraft} />
          </div>
        </section>
        <PhonePreview notice_id={notice.id} draft={draft} />
      </div>
    </Page>
  )
}

/** A sent notice is final: the correction is a new version, for which receipts are asked again. */
function Correction({ notice }: { notice: Notice }) {
  const { id: school_id } = useSchool()
  const openList = useList()
  const [draft, setDraft] = useState(() => draftOf(notice))
  const { title, body, file_ids } = requestOf(draft)
  const correct = useOfficeMutation('correctNotice', {
    changes: ['listNotices', 'getNotice'],
    onSuccess: () => openList(notice.id),
  })
  const request = { school_id, notice_id: notice.id, changed_at: notice.changed_at, title, body, file_ids }
  return (
    <Page
      title="Enviar una corrección"
      line={`Las mismas familias leen la versión ${notice.version + 1}, marcada como corregida${notice.asks_receipt ? ', y acusan recibo de nuevo' : ''}.`}
      actions={
        <Group gap="sm">
          <Button variant="subtle" onClick={() => openList(notice.id)}>
            Volver
          </Button>
          <Button loading={correct.isPending} onClick={() => correct.mutate(request)}>
            Enviar la corrección
          </Button>
        </Group>
      }
    >
      <ErrorNotice error={correct.error} title="No se envió. Su texto sigue aquí." />
      <div className="columns">
        <section className="card" aria-label="Corrección">
          <div className="card-body form">
            <TextFields notice_id={notice.id} draft={draft} onChange={setDraft} />
          </div>
        </section>
        <PhonePreview notice_id={notice.id} draft={draft} isCorrection />
      </div>
    </Page>
  )
}

type FieldsProps = { notice_id: number; draft: Draft; onChange: (draft: Draft) => void }

function TextFields({ notice_id, draft, onChange }: FieldsProps) {
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
        value={draft.title}
        onChange={({ currentTarget }) => onChange({ ...draft, title: currentTarget.value })}
      />
      <Textarea
        label="Mensaje"
        rows={10}
        resize="vertical"
        maxLength={NOTICE_BODY_MAX}
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

function SendFields({ draft, onChange }: Omit<FieldsProps, 'notice_id'>) {
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
