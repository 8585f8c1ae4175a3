import type { Student } from '@apoderados/contract/profile'
import CalendarDots from '@phosphor-icons/core/assets/regular/calendar-dots.svg?react'
import { lazyComponent, useLazySheet } from '../ui/page/lazyComponent.tsx'

const SubscriptionSheet = lazyComponent(() =>
  import('./SubscriptionSheet.tsx').then((m) => m.SubscriptionSheet),
)

/** Opens the dialog of the calendar address; the dialog's code is loaded with the first tap. */
export function SubscribeButton({ student }: { student: Student }) {
  const sheet = useLazySheet('suscripcion', SubscriptionSheet.load)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={sheet.open}
        className="mt-4 flex min-h-(--touch) items-center gap-2.5 rounded-md px-1 text-left font-semibold text-accent-text text-small"
      >
        <CalendarDots className="size-5.5 shrink-0" />
        <span>{sheet.hasFailed ? 'Sin conexión. Reintentar' : 'Suscribir mi calendario'}</span>
      </button>
      {sheet.isLoaded && (
        <SubscriptionSheet key={student.id} student={student} isOpen={sheet.isOpen} onClose={sheet.close} />
      )}
    </>
  )
}
