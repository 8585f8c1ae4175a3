import type { DocumentBatch } from '@apoderados/contract/office/documents'
import { Button, Progress, Text } from '@mantine/core'
import DownloadIcon from '@phosphor-icons/core/assets/regular/download-simple.svg?react'
import { useMutation } from '@tanstack/react-query'
import { downloadFile } from '../../shared/api.ts'
import { useSchool } from '../../shared/school.ts'
import { countText, numberText, whenText } from '../../shared/text.ts'
import { ErrorNotice } from '../../shared/ui/notices.tsx'
import { Card } from '../../shared/ui/Page.tsx'
import { shortKindNames } from './documentTexts.tsx'

/** The latest jobs, with how far they are, or their documents in one file. */
export const Batches = ({ batches }: { batches: DocumentBatch[] }) => (
  <Card title="Cursos completos">
    <ul className="rows">
      {batches.map((batch) => (
        <BatchRow key={batch.id} batch={batch} />
      ))}
    </ul>
  </Card>
)

function BatchRow({ batch }: { batch: DocumentBatch }) {
  const { id: school_id } = useSchool()
  const { id: batch_id, kind, courses, total, done, staff, created_at, ended_at, failure } = batch
  const download = useMutation({ mutationFn: () => downloadFile('getBatchFile', { school_id, batch_id }) })
  const label = `${shortKindNames[kind]}, ${courses}`
  return (
    <li className="row">
      <div className="grow">
        {label}
        <br />
        <Text span size="sm" c={failure ? undefined : 'dimmed'}>
          {failure ?? `${countText(done, 'documento', 'documentos')} · ${staff}, ${whenText(created_at)}`}
        </Text>
        <ErrorNotice error={download.error} title="No se pudo descargar" />
        {ended_at === null && (
          <>
            <Progress value={(done * 100) / Math.max(1, total)} aria-label={label} mt="xs" />
            <Text size="sm" c="dimmed" aria-live="polite">
              {`${numberText(done)} de ${numberText(total)}. Puede seguir en otra página.`}
            </Text>
          </>
        )}
      </div>
      {ended_at !== null && done > 0 && (
        <Button
          variant="light"
          leftSection={<DownloadIcon />}
          aria-label={`Descargar todos: ${label}`}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          Descargar todos
        </Button>
      )}
    </li>
  )
}
