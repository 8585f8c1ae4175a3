import { useState } from 'react'
import { isNative } from '../shared/device/native.ts'
import { usePath } from '../shared/router.tsx'
import { lazyPart } from '../shared/ui/page/lazyComponent.tsx'
import { HOME, LOGIN } from './routes/guard.ts'

const Toaster = lazyPart(() => import('../shared/ui/notices/Toaster.tsx').then((m) => m.Toaster))

/**
 * Loads the toaster with the first page that may show a toast, and keeps it on all later pages. The sign-in shows only
 * toasts of the previous page, and Inicio, the first page of most visits, shows none in a browser.
 */
export function Toasts() {
  const path = usePath()
  const [isNeeded, setNeeded] = useState(false)
  const isSilent = path === LOGIN || path === '/' || (path === HOME && !isNative())
  if (!isNeeded && !isSilent) setNeeded(true)
  return isNeeded && <Toaster />
}
