import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import * as z from 'zod/mini'
import { OfficeError } from '../../shared/api.ts'
import { timeText } from '../../shared/text.ts'
import { ErrorNotice } from '../../shared/ui/notices.tsx'

const Values = z.record(z.string(), z.nullable(z.string()))
type Values = z.infer<typeof Values>

type ActDialogProps = {
  title: string
  /** What families notice of it. */
  about?: ReactNode
  /** The button repeats the verb of the title. */
  verb: string
  error: Error | null
  isPending: boolean
  isDisabled?: boolean
  onSubmit: () => void
  onClose: () => void
  /** What the form holds, to be shown beside what somebody else saved meanwhile. */
  own?: Values
  /** Saves the own values over the ones that somebody else saved. */
  onInsist?: (current: Values) => void
  size?: string
  children?: ReactNode
}

/** A question, or a form, whose button does something that families notice. */
export function ActDialog(props: ActDialogProps) {
  const { title, about, verb, error, isPending, isDisabled, onSubmit, onClose, size, children } = props
  const send = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  const conflict = error instanceof OfficeError ? error.conflict : undefined
  return (
    <Modal opened onClose={onClose} title={title} size={size ?? 'md'}>
      <form noValidate onSubmit={send}>
        <Stack>
          {about && <Text>{about}</Text>}
          {children}
          {conflict ? <PersonConflict {...props} conflict={conflict} /> : <SaveError error={error} />}
          {!conflict && (
            <Group justify="flex-end">
              <Button variant="subtle" onClick={onClose}>
                Volver
              </Button>
              <Button type="submit" loading={isPending} disabled={isDisabled ?? false}>
                {verb}
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </Modal>
  )
}

const SaveError = ({ error }: { error: Error | null }) => (
  <ErrorNotice error={error} title="No se guardó. Su texto sigue aquí." />
)

const textOf = (values: Values) => Object.values(values).filter(Boolean).join(' ')

type PersonConflictProps = ActDialogProps & { conflict: NonNullable<OfficeError['conflict']> }

/** Both values side by side, when somebody else saved meanwhile. */
function PersonConflict({ conflict, own, onInsist, onClose, isPending }: PersonConflictProps) {
  const current = z.safeParse(Values, conflict.current).data ?? {}
  return (
    <Alert
      role="alert"
      className="notice error"
      title={`${conflict.by ?? 'Otra persona'} cambió esto a las ${timeText(conflict.at)}`}
    >
      <dl className="facts two">
        <div>
          <dt>Ahora dice</dt>
          <dd>{textOf(current)}</dd>
        </div>
        <div>
          <dt>Usted escribió</dt>
          <dd>{textOf(own ?? {})}</dd>
        </div>
      </dl>
      <Group justify="flex-end" mt="sm">
        <Button variant="subtle" onClick={onClose}>
          Dejar lo suyo
        </Button>
        <Button type="button" loading={isPending} onClick={() => onInsist?.(current)}>
          Guardar lo mío
        </Button>
      </Group>
    </Alert>
  )
}
