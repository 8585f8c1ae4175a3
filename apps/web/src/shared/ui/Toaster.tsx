import CheckCircle from '@phosphor-icons/core/assets/fill/check-circle-fill.svg?react'
import WarningCircle from '@phosphor-icons/core/assets/fill/warning-circle-fill.svg?react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { config } from '../../config.ts'
import { getToast, hideToast, onToast, type Toast } from './toast.ts'

/** Where the toast appears: one at a time, over whatever lies on top. */
export function Toaster() {
  const toast = useSyncExternalStore(onToast, getToast)
  if (!toast) return null
  // What stands outside an open modal dialog is out of reach, for readers of the screen too.
  const top = Array.from(document.querySelectorAll('.sheet[open], .drawer[open]')).at(-1) ?? document.body
  return createPortal(<Message toast={toast} />, top)
}

/** spec §9: 2 to 3 s; the time stands still while it is pointed at or holds the focus. */
function Message({ toast }: { toast: Toast }) {
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (isHeld) return
    const ms = toast.kind === 'error' ? config.toastErrorMs : config.toastSuccessMs
    const timer = setTimeout(hideToast, ms)
    return () => clearTimeout(timer)
  }, [toast, isHeld])
  const isError = toast.kind === 'error'
  const Icon = isError ? WarningCircle : CheckCircle
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it is not operated, only given time to be read
    <div
      role={isError ? 'alert' : 'status'}
      className={`toast ${isError ? 'toast-error' : ''}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon className="size-5.5 shrink-0" />
      {toast.text}
    </div>
  )
}
