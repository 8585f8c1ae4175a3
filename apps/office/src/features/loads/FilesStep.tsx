import { Alert, Button, Group, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useOfficeMutation } from '../../shared/queries.ts'
import { useSchool } from '../../shared/school.ts'
import { ErrorNotice } from '../../shared/ui/notices.tsx'
import { DeliveredFiles } from './DeliveredFiles.tsx'
import { FileDrop } from './FileDrop.tsx'
import type { CompletableSheet, Load } from './load.ts'
import { Templates } from './Templates.tsx'
import { useUpload } from './upload.ts'

/** The files of a delivery, before its check or after one that ended without a result. */
export function FilesStep({ load }: { load: Load }) {
  const { id: school_id } = useSchool()
  const navigate = useNavigate()
  const upload = useUpload()
  const [complete, setComplete] = useState<CompletableSheet[]>(load.complete as CompletableSheet[])
  const check = useOfficeMutation('checkLoad', { changes: ['getLoad'] })
  const remove = useOfficeMutation('removeLoadFile', { changes: ['getLoad'] })
  const discard = useOfficeMutation('discardLoad', {
    changes: ['listLoads'],
    onSuccess: () =>
      void navigate({ to: '/colegios/$schoolId/carga', params: { schoolId: String(school_id) } }),
  })
  const load_id = load.id
  const isRecognised = load.delivered.some(({ sheets }) => sheets.length > 0)
  return (
    <div className="columns">
      <div>
        {load.failure && (
          <Alert role="alert" className="notice error" title={load.failure}>
            Nada se guardó.
          </Alert>
        )}
        {load.is_own && (
          <FileDrop
            isBusy={upload.isBusy}
            onFiles={(files) => void upload.send(load_id, files).catch(upload.fail)}
          />
        )}
        <ErrorNotice error={upload.error ?? check.error ?? remove.error ?? discard.error} />
        <DeliveredFiles
          load={load}
          {...(load.is_own && {
            onRemove: (file_id: string) => remove.mutate({ school_id, load_id, file_id }),
            complete,
            onComplete: setComplete,
          })}
        />
        {load.is_own && (
          <>
            {!isRecognised && (
              <Text size="sm" c="dimmed">
                Tras la revisión podrá indicar qué hojas vienen completas.
              </Text>
            )}
            <Group>
              <Button
                loading={check.isPending}
                disabled={load.delivered.length === 0 || upload.isBusy}
                onClick={() => check.mutate({ school_id, load_id, complete })}
              >
                Revisar los archivos
              </Button>
              <Button variant="subtle" onClick={() => discard.mutate({ school_id, load_id })}>
                Descartar
              </Button>
            </Group>
          </>
        )}
      </div>
      <div>
        <Templates />
      </div>
    </div>
  )
}
