import { type ComponentProps, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'

const DOUBLE_TAP_MS = 300

type Props = Omit<ComponentProps<'dialog'>, 'ref' | 'open' | 'onClose'> & {
  isOpen: boolean
  /** Esc, the backdrop and the system's way back all arrive here. */
  onClose: () => void
}

/** The native modal dialog: it holds the focus, gives it back, and makes the page behind inert. */
export function ModalDialog({ isOpen, onClose, ...rest }: Props) {
  const ref = useRef<HTMLDialogElement>(null)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const dialog = ref.current
    if (!isOpen || !dialog) return
    const opened = performance.now()
    // The backdrop's clicks arrive at the dialog itself, those inside at what it holds. None of them is one whose press
    // began inside, as on a text, or is the second of a double tap, on a row that the dialog does not cover yet.
    let isOnBackdrop = false
    dialog.onpointerdown = ({ target, timeStamp }) => {
      isOnBackdrop = target === dialog && timeStamp > opened + DOUBLE_TAP_MS
    }
    dialog.onclick = ({ target }) => {
      if (isOnBackdrop && target === dialog) close()
    }
    const root = document.documentElement
    root.style.setProperty('--scrollbar', `${innerWidth - root.clientWidth}px`) // its place is kept while hidden
    dialog.showModal()
    // Reading begins at the title.
    const start = dialog.querySelector('h2') ?? dialog
    start.focus()
  }, [isOpen])
  // Before the next page's heading asks for the focus, which it cannot have while the page is inert.
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
