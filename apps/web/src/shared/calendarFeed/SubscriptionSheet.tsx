import type { Student } from '@apoderados/contract/profile'
import { useState } from 'react'
import { shortName } from '../text/names.ts'
import { Sheet } from '../ui/dialogs/Sheet.tsx'
import { LazyNotice } from '../ui/notices/LazyNotice.tsx'
import { Skeleton, SkeletonRows } from '../ui/notices/Skeleton.tsx'
import { hideToast, showToast } from '../ui/notices/toast.ts'
import { FeedActions } from './FeedActions.tsx'
import { FeedFailure } from './FeedFailure.tsx'
import { FeedState } from './FeedState.tsx'
import { type FeedChange, useCalendarFeed } from './useCalendarFeed.ts'

type Props = { student: Student; isOpen: boolean; onClose: () => void }

/** Creates, shows and revokes the secret address by which calendar programs read a student's agenda and timetable. */
export function SubscriptionSheet({ student, isOpen, onClose }: Props) {
  const feed = useCalendarFeed(student.id, isOpen)
  const { query, address, changing, error } = feed
  /** The change that the parent has to confirm. */
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
            {...{ address, asked, changing }}
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
        <LazyNotice query={query} onRetry={() => void query.refetch()} />
        {query.isPending && (
          <Skeleton>
            <SkeletonRows count={1} />
          </Skeleton>
        )}
        {state && <FeedState state={state} address={address} />}
      </div>
    </Sheet>
  )
}
