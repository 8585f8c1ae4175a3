import { Suspense, useState } from 'react'
import { isNative } from '../shared/device/native.ts'
import { usePath } from '../shared/router.tsx'
import { lazyPart } from '../shared/ui/page/lazyPart.ts'
import { HOME, LOGIN } from './routes/guard.ts'

const Toaster = lazyPart(() => import('../shared/ui/notices/Toaster.tsx').then((m) => m.Toaster))

/**
 * Stands at every page once one was shown that may say something: the sign-in only shows what the page before said,
 * and Inicio in a browser, the first page of most visits, says nothing.
 */
export function Toasts() {
  const path = usePath()
  const [isNeeded, setNeeded] = useState(false)
  const isSilent = path === LOGIN || path === '/' || (path === HOME && !isNative())
  if (!isNeeded && !isSilent) setNeeded(true)
  return (
    isNeeded && (
      <Suspense>
        <Toaster />
      </Suspense>
    )
  )
}
