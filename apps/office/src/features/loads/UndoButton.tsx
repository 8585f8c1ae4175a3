import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import UndoIcon from '@phosphor-icons/core/assets/regular/arrow-counter-clockwise.svg?react'
import { useState } from 'react'
import { useOfficeMutation } from '../../shared/queries.ts'
import { useSchool } from '../../shared/school.ts'
import { numberText, whenText } from '../../shared/text.ts'
import { ErrorNotice } from '../../shared/ui/notices.tsx'
import type { LoadSummary } from './load.ts'

type Props = {
  load: Pick<LoadSummary, 'id' | 'rows' | 'applied_at' | 'undo_refusal'>
  variant: 'light' | 'subtle'
}

/** Takes a load back after a question; without that possibility, the reason why not. */
export function UndoButton({ load, variant }: Props) {
  const { id: school_id } = useSchool()
  const [isAsking, setIsAsking] = useState(false)
  const undo = useOfficeMutation('undoLoad', {
    changes: ['listLoads', 'getLoad'],
    onSuccess: () => setIsAsking(false),
  })
  if (load.undo_refusal !== null)
    return (
      <Text size="sm" c="dimmed">
        {load.undo_refusal}
      </Text>
    )
  return (
    <>
      <Button variant={variant} leftSection={<UndoIcon />} onClick={() => setIsAsking(true)}>
        {variant === 'light' ? 'Deshacer esta carga' : 'Deshacer'}
      </Button>
      <Modal opened={isAsking} onClose={() => setIsAsking(false)} title="Deshacer esta carga">
        <Stack>
          <Text>
            ¿Deshacer{' '}
            {load.rows === 1
              ? 'la fila que se guardó'
              : `las ${numberText(load.rows)} filas que se guardaron`}
            {load.applied_at && ` ${whenText(load.applied_at)}`}? Las familias dejan de ver lo nuevo; lo que
            ya vieron les llega como corrección.
          </Text>
          <ErrorNotice error={undo.error} />
          <Group justify="flex-end">
            <Button variant="subtle" onClick={() => setIsAsking(false)}>
              Volver
            </Button>
            <Button loading={undo.isPending} onClick={() => undo.mutate({ school_id, load_id: load.id })}>
              Deshacer
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}
