import { type ReactNode, type TouchEvent, useId, useRef } from 'react'
import { config } from '../../config.ts'
import { CloseButton } from './CloseButton.tsx'
import { ModalDialog } from './ModalDialog.tsx'

type Props = {
  title: string
  /** Under the title. */
  subtitle?: ReactNode
  isOpen: boolean
  onClose: () => void
  children: ReactNode
  /** Actions that stay in sight at the foot. */
  footer?: ReactNode
}

/** A modal sheet (spec §9: 85 % of the height). Closes by `Cerrar`, Esc, the backdrop or a downward swipe. */
export function Sheet({ title, subtitle, isOpen, onClose, children, footer }: Props) {
  const titleId = useId()
  const body = useRef<HTMLDivElement>(null)
  const swipe = useSwipeDown(() => body.current?.scrollTop === 0, onClose)
  return (
    <ModalDialog className="sheet" aria-labelledby={titleId} isOpen={isOpen} onClose={onClose} {...swipe}>
      <div
        className="mx-auto mt-2.5 h-1.25 w-9 shrink-0 rounded-full bg-line lg:invisible"
        aria-hidden="true"
      />
      <div className="flex items-start gap-3 px-5 pt-3 pb-3">
        <div className="min-w-0 flex-1 self-center">
          <h2 id={titleId} tabIndex={-1} className="font-bold text-h2 leading-tight tracking-title">
            {title}
          </h2>
          {subtitle && <p className="mt-1 text-small text-text-2">{subtitle}</p>}
        </div>
        <CloseButton className="-mr-2" onClose={onClose} />
      </div>
      <div
        ref={body}
        className="flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain px-5 pt-1 pb-[calc(1.5rem+env(safe-area-inset-bottom))]"
      >
        {children}
        {footer && <div className="sheet-foot">{footer}</div>}
      </div>
    </ModalDialog>
  )
}

/** Follows a finger that pulls the sheet down from its top, and closes it when pulled far enough. */
function useSwipeDown(canStart: () => boolean, onClose: () => void) {
  const from = useRef<number>(undefined)
  const pulled = (event: TouchEvent<HTMLElement>) =>
    from.current === undefined ? 0 : Math.max(0, (event.changedTouches[0]?.clientY ?? 0) - from.current)
  const place = (event: TouchEvent<HTMLElement>, distance: number) => {
    const { style } = event.currentTarget
    style.transform = distance > 0 ? `translateY(${distance}px)` : ''
    style.transition = distance > 0 ? 'none' : ''
  }
  const end = (event: TouchEvent<HTMLElement>) => {
    const isFar = event.type === 'touchend' && pulled(event) > config.sheetSwipePx
    place(event, 0)
    from.current = undefined
    if (isFar) onClose()
  }
  return {
    onTouchStart: (event: TouchEvent) => {
      from.current = canStart() && event.touches.length === 1 ? event.touches[0]?.clientY : undefined
    },
    onTouchMove: (event: TouchEvent<HTMLElement>) => place(event, pulled(event)),
    onTouchEnd: end,
    onTouchCancel: end,
  }
}
