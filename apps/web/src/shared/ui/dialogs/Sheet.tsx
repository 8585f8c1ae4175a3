import { type RefObject, type TouchEvent, useEffect, useId, useRef, useState } from 'react'
import { config } from '../../../config.ts'
import { isZoomedIn } from '../../device/screen/screen.ts'
import { ModalDialog } from './ModalDialog.tsx'
import { type DialogContent, SheetContent } from './SheetContent.tsx'

type Props = DialogContent & { isOpen: boolean; onClose: () => void }

/** A modal sheet with 85 % of the screen's height (spec §9); `Cerrar`, Esc, the backdrop and a swipe down close it. */
export function Sheet({ isOpen, onClose, ...content }: Props) {
  const titleId = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const isRendered = useIsRendered(isOpen, scroller)
  const swipe = useSwipeDown(scroller, onClose)
  return (
    <ModalDialog className="sheet" aria-labelledby={titleId} isOpen={isOpen} onClose={onClose} {...swipe}>
      {isRendered && <SheetContent ref={scroller} titleId={titleId} onClose={onClose} {...content} />}
    </ModalDialog>
  )
}

/** Whether the sheet is open or still sliding away. */
function useIsRendered(isOpen: boolean, content: RefObject<HTMLElement | null>): boolean {
  const [isRendered, setRendered] = useState(isOpen)
  if (isOpen && !isRendered) setRendered(true)
  useEffect(() => {
    if (isOpen || !isRendered) return
    let isStopped = false
    const slides = content.current?.closest('dialog')?.getAnimations() ?? []
    if (slides.length === 0) setRendered(false)
    Promise.allSettled(slides.map((slide) => slide.finished)).then(() => {
      if (!isStopped) setRendered(false)
    })
    return () => {
      isStopped = true
    }
  }, [isOpen, isRendered, content])
  return isRendered
}

/**
 * Returns the handlers that move the sheet with a downward swipe, which starts on the grab bar or, unless the content
 * is scrolled, anywhere. A swipe of more than `config.sheetSwipePx` closes the sheet.
 */
function useSwipeDown(scroller: RefObject<HTMLElement | null>, onClose: () => void) {
  const from = useRef<{ clientX: number; clientY: number }>(undefined)
  const canStart = ({ target, touches }: TouchEvent) => {
    const isOnGrab = target instanceof Element && target.matches('.sheet-grab')
    return touches.length === 1 && !isZoomedIn() && (isOnGrab || scroller.current?.scrollTop === 0)
  }
  const moved = ({ changedTouches }: TouchEvent, axis: 'clientX' | 'clientY') =>
    from.current && changedTouches[0] ? changedTouches[0][axis] - from.current[axis] : 0
  const pulled = (event: TouchEvent) => Math.max(0, moved(event, 'clientY'))
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
      const touch = event.touches[0]
      // The numbers are copied, as some browsers update the touch object.
      from.current = touch && canStart(event) ? { clientX: touch.clientX, clientY: touch.clientY } : undefined
    },
    onTouchMove: (event: TouchEvent<HTMLElement>) => {
      const isFollowed = event.currentTarget.style.transform !== ''
      const isSideways = Math.abs(moved(event, 'clientX')) > pulled(event)
      if (!isFollowed && isSideways) from.current = undefined
      place(event, pulled(event))
    },
    onTouchEnd: end,
    onTouchCancel: end,
  }
}
