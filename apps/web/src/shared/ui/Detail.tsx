import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useDesktop } from '../device/screen.ts'
import { CloseButton } from './CloseButton.tsx'
import { Sheet } from './Sheet.tsx'

type Frame = {
  title: string
  /** Under the title. */
  subtitle?: ReactNode
  /** Actions at the foot, always in sight. */
  footer?: ReactNode
  children: ReactNode
}

type Props<T> = {
  /** What is open; undefined is nothing. */
  item: T | undefined
  onClose: () => void
  /** In the panel's place on a desktop while nothing is open: how to open something. */
  hint: string
  children: (item: T) => Frame
}

/** The detail of one item of a list: a sheet over the page, on a desktop a panel beside the list. */
export function Detail<T>({ item, onClose, hint, children }: Props<T>) {
  const isDesktop = useDesktop()
  const [last, setLast] = useState(item)
  if (item !== undefined && item !== last) setLast(item) // what slides away keeps its content
  const shown = item ?? last
  const frame = shown === undefined ? undefined : children(shown)
  if (isDesktop) return <Panel frame={item === undefined ? undefined : frame} hint={hint} onClose={onClose} />
  return (
    <Sheet
      title={frame?.title ?? ''}
      subtitle={frame?.subtitle}
      footer={frame?.footer}
      isOpen={item !== undefined}
      onClose={onClose}
    >
      {frame?.children}
    </Sheet>
  )
}

type PanelProps = { frame: Frame | undefined; hint: string; onClose: () => void }

/** Not modal: the list beside it stays in reach. */
function Panel({ frame, hint, onClose }: PanelProps) {
  const titleId = useId()
  const ref = useDialogBeside(frame?.title, onClose)
  return (
    <div className="panel">
      {!frame && <p className="panel-hint">{hint}</p>}
      <dialog ref={ref} tabIndex={-1} aria-labelledby={titleId} className="card">
        {frame && (
          <div className="p-5">
            <div className="flex items-start gap-3">
              <div className="min-w-0 flex-1 self-center">
                <h2 id={titleId} tabIndex={-1} className="font-bold text-h2 leading-tight tracking-title">
                  {frame.title}
                </h2>
                {frame.subtitle && <p className="mt-1 text-small text-text-2">{frame.subtitle}</p>}
              </div>
              <CloseButton className="-mt-1 -mr-1" onClose={onClose} />
            </div>
            <div className="mt-4">{frame.children}</div>
            {frame.footer && <div className="mt-5 grid gap-2.5">{frame.footer}</div>}
          </div>
        )}
      </dialog>
    </div>
  )
}

/** Opens the dialog for each new title, reads from there, closes by Esc and gives the focus back to the row. */
function useDialogBeside(title: string | undefined, onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const dialog = ref.current
    if (!dialog || title === undefined) return
    const opener = document.activeElement
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !document.querySelector('.sheet[open], .drawer[open]')) close()
    }
    document.addEventListener('keydown', onKey)
    dialog.show()
    dialog.querySelector('h2')?.focus({ preventScroll: true })
    return () => {
      document.removeEventListener('keydown', onKey)
      const hadFocus = dialog.contains(document.activeElement)
      dialog.close()
      if (hadFocus && opener instanceof HTMLElement) opener.focus()
    }
  }, [title])
  return ref
}
