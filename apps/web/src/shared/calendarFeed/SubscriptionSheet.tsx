import type { ResponseOf } from '@apoderados/contract/calls/api'
import { messages } from '@apoderados/contract/messages'
import type { Student } from '@apoderados/contract/profile'
import { useState } from 'react'
import type { ApiError } from '../api/api.ts'
import { formatInstant } from '../text/format.ts'
import { shortName } from '../text/names.ts'
import { Sheet } from '../ui/dialogs/Sheet.tsx'
import { PageNotice } from '../ui/notices/PageNotice.tsx'
import { Skeleton, SkeletonRows } from '../ui/notices/Skeleton.tsx'
import { hideToast, showToast } from '../ui/notices/toast.ts'
import { FeedActions } from './FeedActions.tsx'
import { type FeedChange, useCalendarFeed } from './useCalendarFeed.ts'

type Props = { student: Student; isOpen: boolean; onClose: () => void }

/** Creates, shows and revokes the secret address by which calendar programs read a student's agenda and timetable. */
export function SubscriptionSheet({ student, isOpen, onClose }: Props) {
  const feed = useCalendarFeed(student.id, isOpen)
  const { query, address, changing, error } = feed
  const [asked, setAsked] = useState<FeedChange>()

  async function change(kind: FeedChange) {
    if (!(await feed.change(kind))) return
    setAsked(undefined)
    if (kind === 'revoke') showToast('success', 'Dirección anulada')
  }
  function ask(kind: FeedChange | undefined) {
    hideToast() // it would cover the question
    setAsked(kind)
  }
  function close() {
    setAsked(undefined)
    onClose()
  }

  const state = query.data
  return (
    <Sheet
      title="Suscribir mi calendario"
      isOpen={isOpen}
      onClose={close}
      footer={
        state && (
          <FeedActions
            address={address}
            asked={asked}
            changing={changing}
            exists={state.created_at !== null}
            onAsk={ask}
            onChange={(kind) => void change(kind)}
          />
        )
      }
    >
      <div className="grid gap-3 text-body leading-body">
        <p>
          Tu calendario (Google, Apple, Outlook u otro) puede mostrar la agenda y el horario de{' '}
          {shortName(student)}, siempre al día y sin los días en que no hay clases.
        </p>
        <p>
          <strong className="font-semibold">
            Quien tenga la dirección puede ver la agenda y el horario sin tu contraseña.
          </strong>{' '}
          No la compartas. Si crees que alguien más la tiene, anúlala.
        </p>
        {error && <FeedFailure error={error} />}
        <PageNotice query={query} onRetry={() => void query.refetch()} />
        {query.isPending && (
          <Skeleton>
            <SkeletonRows count={1} />
          </Skeleton>
        )}
        {state === null && <p>Tu colegio no ofrece esta dirección.</p>}
        {state && <FeedState state={state} address={address} />}
      </div>
    </Sheet>
  )
}

/** States why the calendar's address could not be created or revoked. */
function FeedFailure({ error }: { error: ApiError }) {
  return (
    <p role="alert" className="rounded-md bg-negative-soft px-4 py-3 font-semibold text-negative-text">
      {error.hasNoResponse ? 'Necesitas conexión a internet.' : error.message || messages.serviceError}
    </p>
  )
}

type StateProps = { state: ResponseOf<'getCalendarFeed'>; address: string | undefined }

/** Shows the calendar's address right after its creation; later only the times of its creation and last use. */
function FeedState({ state: { created_at, last_read_at }, address }: StateProps) {
  if (created_at === null) return null
  if (address === undefined) {
    return (
      <p className="rounded-md bg-sunk px-4 py-3 text-small">
        {`Tienes una dirección creada el ${formatInstant(created_at)}. ${
          last_read_at === null
            ? 'Ningún calendario la ha leído todavía.'
            : `Un calendario la leyó por última vez el ${formatInstant(last_read_at)}.`
        }`}
      </p>
    )
  }
  return (
    <>
      <div className="rounded-md bg-sunk px-4 py-3">
        <p className="text-caption text-text-2">Dirección</p>
        <p className="select-all break-all text-small">{address}</p>
      </div>
      <p className="text-small text-text-2">
        Se muestra solo ahora. En Google Calendar, pégala en «Otros calendarios», «Desde URL». Tu calendario
        puede tardar unas horas en mostrar los cambios.
      </p>
    </>
  )
}
