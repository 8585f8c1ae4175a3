import { Alert, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { OfficeError } from '../../shared/api.ts'
import { officeQuery, queryClient, useOfficeMutation } from '../../shared/queries.ts'
import { useSchool } from '../../shared/school.ts'
import { timeText } from '../../shared/text.ts'
import { ErrorNotice, QueryContent } from '../../shared/ui/notices.tsx'
import { Page } from '../../shared/ui/Page.tsx'
import { AudienceFields } from './AudienceFields.tsx'
import { draftOf, type Notice, requestOf } from './noticeDraft.ts'
import { SendFields, TextFields } from './noticeFields.tsx'
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
            <TextFields
              notice_id={notice.id}
              draft={draft}
              onChange={setDraft}
              onSend={() => void saveAndSend().catch(() => undefined)}
            />
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
            <TextFields
              notice_id={notice.id}
              draft={draft}
              onChange={setDraft}
              onSend={() => correct.mutate(request)}
            />
          </div>
        </section>
        <PhonePreview notice_id={notice.id} draft={draft} isCorrection />
      </div>
    </Page>
  )
}
