import { type ComponentProps, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'

/** The time after the opening in which a press on the backdrop counts as the second tap of a double tap. */
const DOUBLE_TAP_MS = 300

type Props = Omit<ComponentProps<'dialog'>, 'ref' | 'open' | 'onClose'> & {
  isOpen: boolean
  /** Called when the backdrop is pressed and when the browser closes the dialog, as for Esc or the back gesture. */
  onClose: () => void
}

/** The native modal dialog. It keeps the focus inside, returns it on closing, and makes the page behind it inert. */
export function ModalDialog({ isOpen, onClose, ...rest }: Props) {
  const ref = useRef<HTMLDialogElement>(null)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const dialog = ref.current
    if (!isOpen || !dialog) return
    const opened = performance.now()
    // The target of a click on the backdrop is the dialog itself. The click does not close the dialog if the press
    // began inside, as when text is selected, or if it is the second tap of a double tap on the row that opened it.
    let isOnBackdrop = false
    dialog.onpointerdown = ({ target, timeStamp }) => {
      isOnBackdrop = target === dialog && timeStamp > opened + DOUBLE_TAP_MS
    }
    dialog.onclick = ({ target }) => {
      if (isOnBackdrop && target === dialog) close()
    }
    const root = document.documentElement
    root.style.setProperty('--scrollbar', `${innerWidth - root.clientWidth}px`) // reserves the hidden scrollbar's width
    dialog.showModal()
    // A screen reader starts at the title.
    const start = dialog.querySelector('h2') ?? dialog
    start.focus()
  }, [isOpen])
  // Closes in a layout effect, before the next page focuses its heading: an inert page cannot take the focus.
  useLayoutEffect(() => {
    const dialog = ref.current
    return () => {
      if (isOpen) dialog?.close()
    }
  }, [isOpen])
  return (
    <dialog {...rest} ref={ref} tabIndex={-1} onClose={(event) => !event.currentTarget.open && onClose()} />
  )
}
