import { documentKindNames, formatFolio } from '@apoderados/contract/documents'
import type { IssuedDocument } from '@apoderados/contract/office/documents'
import { ActionIcon, Anchor, Button, Group, Text, Textarea, Title } from '@mantine/core'
import DownloadIcon from '@phosphor-icons/core/assets/regular/download-simple.svg?react'
import CloseIcon from '@phosphor-icons/core/assets/regular/x.svg?react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { downloadFile } from '../../shared/api.ts'
import { officeQuery, useOfficeMutation } from '../../shared/queries.ts'
import { useSchool } from '../../shared/school.ts'
import { whenText } from '../../shared/text.ts'
import { ErrorNotice, QueryContent, showToast } from '../../shared/ui/notices.tsx'
import { ActDialog } from '../people/ActDialog.tsx'
import { StateChip, storyOf } from './documentTexts.tsx'

type Props = { folio: string; onClose: () => void }

/** One document: whom it is about, who asked for it, and whether it still holds. */
export function DocumentPanel({ folio, onClose }: Props) {
  const { id: school_id } = useSchool()
  const found = useQuery(officeQuery('getIssuedDocument', { school_id, folio }))
  return (
    <section className="card" aria-label="Documento elegido">
      <div className="card-head">
        <Title order={2}>{formatFolio(folio)}</Title>
        <ActionIcon variant="subtle" className="icon-button" aria-label="Cerrar" onClick={onClose}>
          <CloseIcon />
        </ActionIcon>
      </div>
      <QueryContent query={found}>{(document) => <Panel document={document} />}</QueryContent>
    </section>
  )
}

function Panel({ document }: { document: IssuedDocument }) {
  const { id: school_id, may } = useSchool()
  const [isRevoking, setIsRevoking] = useState(false)
  const { folio, kind, state, student, course, issued_at, is_signed } = document
  const download = useMutation({ mutationFn: () => downloadFile('getIssuedFile', { school_id, folio }) })
  return (
    <div className="card-body">
      <Group justify="space-between">
        <strong>{documentKindNames[kind]}</strong>
        <StateChip state={state} />
      </Group>
      <Text mt="xs">
        <Anchor
          renderRoot={(props) => (
            <Link
              to="/colegios/$schoolId/personas/$studentId"
              params={{ schoolId: String(school_id), studentId: String(student.id) }}
              {...props}
            />
          )}
        >
          {student.name}
        </Anchor>
        {`, ${course}`}
      </Text>
      <Text>{`Emitido ${whenText(issued_at)}${is_signed ? ', con firma digital' : ''}`}</Text>
      {document.revoked_at && (
        <Text>
          {`Revocado ${whenText(document.revoked_at)} por ${document.revoked_by}: ${document.revoke_reason}`}
        </Text>
      )}
      <Text size="sm" c="dimmed" my="sm">
        {storyOf(document)}
      </Text>
      <ErrorNotice error={download.error} title="No se pudo descargar" />
      <Group>
        <Button
          variant="light"
          leftSection={<DownloadIcon />}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          Descargar PDF
        </Button>
        {may('documents.revoke') && state !== 'revoked' && (
          <Button variant="subtle" onClick={() => setIsRevoking(true)}>
            Revocar
          </Button>
        )}
      </Group>
      {isRevoking && <RevokeDialog folio={folio} onClose={() => setIsRevoking(false)} />}
    </div>
  )
}

function RevokeDialog({ folio, onClose }: Props) {
  const { id: school_id } = useSchool()
  const [reason, setReason] = useState('')
  const revoke = useOfficeMutation('revokeDocument', {
    changes: ['listIssuedDocuments', 'getIssuedDocument', 'getRegister'],
    onSuccess({ message }) {
      showToast(message)
      onClose()
    },
  })
  return (
    <ActDialog
      title="Revocar el documento"
      about="Quien lo compruebe verá que el colegio lo anuló. No se puede deshacer."
      verb="Revocar"
      error={revoke.error}
      isPending={revoke.isPending}
      onSubmit={() => revoke.mutate({ school_id, folio, reason })}
      onClose={onClose}
    >
      <Textarea
        label="Motivo"
        description="Queda en Registro; no se muestra a quien lo comprueba."
        maxLength={300}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        data-autofocus
      />
    </ActDialog>
  )
}
