import type { Student } from '@apoderados/contract/profile'
import CalendarDots from '@phosphor-icons/core/assets/regular/calendar-dots.svg?react'
import { lazy, Suspense, useState } from 'react'
import { fetchCode } from '../api/fetchCode.ts'

const loadSheet = () => import('./SubscriptionSheet.tsx').then((m) => ({ default: m.SubscriptionSheet }))
const SubscriptionSheet = lazy(loadSheet)

/** Opens the dialog of the calendar address; the dialog's code is loaded with the first tap. */
export function SubscribeButton({ student }: { student: Student }) {
  const [state, setState] = useState<'open' | 'closed' | 'failed'>()
  const open = () =>
    fetchCode(loadSheet).then(
      () => setState('open'),
      () => setState('failed'),
    )
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={open}
        className="mt-4 flex min-h-(--touch) items-center gap-2.5 rounded-md px-1 text-left font-semibold text-accent-text text-small"
      >
        <CalendarDots className="size-5.5 shrink-0" />
        {state === 'failed' ? 'Sin conexión. Reintentar' : 'Suscribir mi calendario'}
      </button>
      {state && state !== 'failed' && (
        <Suspense>
          <SubscriptionSheet
            key={student.id}
            student={student}
            isOpen={state === 'open'}
            onClose={() => setState('closed')}
          />
        </Suspense>
      )}
    </>
  )
}
