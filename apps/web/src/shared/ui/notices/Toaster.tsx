import CheckCircle from '@phosphor-icons/core/assets/fill/check-circle-fill.svg?react'
import WarningCircle from '@phosphor-icons/core/assets/fill/warning-circle-fill.svg?react'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { config } from '../../../config.ts'
import { useSession } from '../../session/store.ts'
import { hideToast, type Toast, useToast } from './toast.ts'

/**
 * A toast is above the bottom bar or, over a sheet of a phone, above the sheet; on a desktop it is in the corner. There
 * it covers no control of the frame or the sheet, and the page can be scrolled clear of it.
 */
const PLACE =
  'toast floating fixed inset-x-[calc(--spacing(4)+var(--safe-left))] bottom-[calc(var(--bar-h)+var(--safe-bottom)+--spacing(4))] z-(--z-toast) large-text:bottom-[calc(3.5*var(--bar-h)+var(--safe-bottom)+--spacing(4))] [.sheet_&]:top-[calc(var(--safe-top)+--spacing(2))] [.sheet_&]:bottom-auto lg:right-8 lg:bottom-8 lg:left-auto lg:w-90 lg:[.sheet_&]:top-auto lg:[.sheet_&]:bottom-8 print:hidden'

/** Shows the current toast, over an open dialog too. */
export function Toaster(): ReactNode {
  const toast = useToast()
  useQueueStart()
  const top = useSyncExternalStore(onDialogChange, topLayer)
  // Each toast is a new element, so that the same text is announced again.
  const message = toast && <ToastMessage key={toast.id} toast={toast} />
  const isError = toast?.kind === 'error'
  return createPortal(
    <>
      {/* The status exists before its text, as some screen readers ignore a status that is inserted with its text. */}
      <div role="status" className={message && !isError ? PLACE : undefined}>
        {!isError && message}
      </div>
      {isError && (
        <div key={toast.id} role="alert" className={PLACE}>
          {message}
        </div>
      )}
    </>,
    top,
  )
}

/** Sends what waits on this device. It starts here because this code is loaded after each first page. */
function useQueueStart() {
  const { auth_token } = useSession()
  useEffect(() => {
    if (auth_token === null) return
    const started = import('../../excuses/excuseQueue.ts').then((queue) => queue.startExcuseQueue())
    started.catch(() => undefined) // the page works without this code
    return () => void started.then((stop) => stop()).catch(() => undefined)
  }, [auth_token])
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
  useEffect(() => {
    if (isPaused) return
    const ms = toast.kind === 'error' ? config.toastErrorMs : config.toastSuccessMs
    const timer = setTimeout(hideToast, ms)
    return () => clearTimeout(timer)
  }, [toast, isPaused])
  const Icon = toast.kind === 'error' ? WarningCircle : CheckCircle
  return (
    <button
      type="button"
      onClick={hideToast}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
      className={`flex min-h-(--control-h) w-full animate-rise items-center gap-3 rounded-md px-4.5 py-3 text-start font-medium text-small shadow-float focus-visible:shadow-focus ${
        toast.kind === 'error' ? 'bg-negative text-on-negative' : 'bg-positive text-on-positive'
      }`}
    >
      <Icon className="size-5.5 shrink-0" />
      <span>{toast.text}</span>
    </button>
  )
}
