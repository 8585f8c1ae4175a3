import CheckCircle from '@phosphor-icons/core/assets/fill/check-circle-fill.svg?react'
import WarningCircle from '@phosphor-icons/core/assets/fill/warning-circle-fill.svg?react'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { config } from '../../../config.ts'
import { hideToast, type Toast, useToast } from './toast.ts'
import { keepToastClear } from './toastPlace.ts'
import './toaster.css'

/** Shows the current toast, over an open dialog too. */
export function Toaster(): ReactNode {
  const toast = useToast()
  const top = useSyncExternalStore(onDialogChange, topLayer)
  // Each toast is a new element, so that the same text is announced again.
  const message = toast && <ToastMessage key={toast.id} toast={toast} />
  const isError = toast?.kind === 'error'
  return createPortal(
    <>
      {/* The status exists before its text, as some screen readers ignore a status that is inserted with its text. */}
      <div role="status" className={message && !isError ? 'toast' : undefined}>
        {!isError && message}
      </div>
      {isError && (
        <div key={toast.id} role="alert" className="toast toast-error">
          {message}
        </div>
      )}
    </>,
    top,
  )
}

/** Returns where the toast is inserted: the top modal dialog, outside which nothing can be reached, else the page. */
const topLayer = (): Element =>
  Array.from(document.querySelectorAll('.sheet[open], .drawer[open]')).at(-1) ?? document.body

function onDialogChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.body, { subtree: true, attributeFilter: ['open'] })
  return () => observer.disconnect()
}

/** A toast, shown for 2 or 3 s (spec §9) or until it is pressed. The time restarts after it was hovered or focused. */
function ToastMessage({ toast }: { toast: Toast }) {
  const [isPaused, setPaused] = useState(false)
  const ref = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const place = ref.current?.parentElement
    return place ? keepToastClear(place) : undefined
  }, [])
  useEffect(() => {
    if (isPaused) return
    const ms = toast.kind === 'error' ? config.toastErrorMs : config.toastSuccessMs
    const timer = setTimeout(hideToast, ms)
    return () => clearTimeout(timer)
  }, [toast, isPaused])
  const Icon = toast.kind === 'error' ? WarningCircle : CheckCircle
  return (
    <button
      ref={ref}
      type="button"
      onClick={hideToast}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <Icon className="size-5.5 shrink-0" />
      {toast.text}
    </button>
  )
}
