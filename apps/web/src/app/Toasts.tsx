import { lazy, Suspense, useState } from 'react'
import { isNative } from '../shared/device/native.ts'
import { usePath } from '../shared/router.tsx'
import { afterFirstPaint } from '../startup/firstPaint.ts'
import { HOME, LOGIN } from './routes/guard.ts'

// A page whose toasts do not load is still a page.
const Toaster = lazy(() =>
  afterFirstPaint()
    .then(() => import('../shared/ui/notices/Toaster.tsx'))
    .then(
      (m) => ({ default: m.Toaster }),
      () => ({ default: () => undefined }),
    ),
)

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
