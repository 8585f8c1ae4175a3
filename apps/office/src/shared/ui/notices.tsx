import { Alert, Anchor, Button, Collapse, Group, Loader, Skeleton, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import WarningIcon from '@phosphor-icons/core/assets/fill/warning-circle-fill.svg?react'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { OfficeError } from '../api.ts'
import { timeText } from '../text.ts'

/** A failed write: the form keeps what was written. Nothing without an error. */
export function ErrorNotice({ error, title }: { error: Error | null; title?: string }) {
  const [isOpen, setIsOpen] = useState(false)
  if (!error) return null
  const requestId = error instanceof OfficeError ? error.requestId : undefined
  return (
    <Alert role="alert" className="notice error" icon={<WarningIcon />} title={title}>
      {error.message}
      {requestId && (
        <>
          {' '}
          <Anchor
            component="button"
            type="button"
            size="sm"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            Detalle técnico
          </Anchor>
          <Collapse expanded={isOpen}>
            <Text size="sm">
              {error instanceof OfficeError && error.status} · {requestId}
            </Text>
          </Collapse>
        </>
      )}
    </Alert>
  )
}

/** A write that was refused because somebody changed the same thing meanwhile: names who. */
export function ConflictNotice({ error }: { error: Error | null }) {
  if (!(error instanceof OfficeError) || !error.conflict) return <ErrorNotice error={error} />
  const { by, at } = error.conflict
  return (
    <Alert
      role="alert"
      className="notice error"
      title={`${by ?? 'Otra persona'} cambió esto a las ${timeText(at)}`}
    >
      La página ya muestra su cambio. Revíselo y decida otra vez.
    </Alert>
  )
}

const UNDO_MS = 8_000

/** Shows that something was saved; with `onUndo`, a button takes it back. */
export function showToast(message: string, onUndo?: () => void) {
  const id = notifications.show({
    withCloseButton: false,
    ...(onUndo && { autoClose: UNDO_MS }),
    message: onUndo ? (
      <Group justify="space-between">
        {message}
        <Button
          variant="subtle"
          className="toast-button"
          onClick={() => {
            notifications.hide(id)
            onUndo()
          }}
        >
          Deshacer
        </Button>
      </Group>
    ) : (
      message
    ),
  })
}

const SKELETON_DELAY_MS = 150
const ROW_PX = 44

/** Rows of the final size, after a moment without them. */
function RowSkeleton({ rows }: { rows: number }) {
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(true), SKELETON_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Stack gap={0} aria-busy="true" p="md">
      <span className="visually-hidden">Cargando</span>
      {isShown && <Skeleton height={rows * ROW_PX} />}
    </Stack>
  )
}

type QueryContentProps<T> = {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'dataUpdatedAt' | 'refetch' | 'isFetching'>
  rows?: number
  children: (data: T) => ReactNode
}

/** What a query has read; above it a notice if its refresh failed. */
export function QueryContent<T>({ query, rows = 5, children }: QueryContentProps<T>) {
  const { data, error, dataUpdatedAt, refetch, isFetching } = query
  return (
    <>
      {error && (
        <Alert role="alert" className="notice error in-card" icon={<WarningIcon />}>
          <Group justify="space-between">
            <span>
              {data === undefined
                ? `No se pudo cargar. ${error.message}`
                : `No se pudo cargar. Lo que ve es de las ${timeText(new Date(dataUpdatedAt))}.`}
            </span>
            <Button variant="light" size="sm" loading={isFetching} onClick={() => void refetch()}>
              Reintentar
            </Button>
          </Group>
        </Alert>
      )}
      {data === undefined ? !error && <RowSkeleton rows={rows} /> : children(data)}
    </>
  )
}

export const Empty = ({ children }: { children: ReactNode }) => (
  <div className="empty">
    <Text fw={600}>Sin Elementos.</Text>
    <Text c="dimmed">{children}</Text>
  </div>
)

/** A whole page without content: an address that does not exist, a role without permission, a fault. */
export const PageMessage = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div className="page-message">
    <svg viewBox="0 0 120 70" aria-hidden="true">
      <path className="arch-outer" d="M10 70V60a50 50 0 0 1 100 0v10H90V60a30 30 0 0 0-60 0v10Z" />
      <path className="arch-inner" d="M44 70V60a16 16 0 0 1 32 0v10Z" />
    </svg>
    <Title order={1}>{title}</Title>
    <Text c="dimmed">{children}</Text>
    <Anchor component={Link} to="/" fw={600}>
      Ir a Hoy
    </Anchor>
  </div>
)

export const Pending = () => (
  <div className="page-message" aria-busy="true">
    <Loader aria-label="Cargando" />
  </div>
)
