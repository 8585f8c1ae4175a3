import { lazy, Suspense, useState } from 'react'
import { usePath } from '../shared/router.tsx'
import { LOGIN } from './guard.ts'

// A page whose toasts do not load is still a page.
const Toaster = lazy(() =>
  import('../shared/ui/Toaster.tsx').then(
    (m) => ({ default: m.Toaster }),
    () => ({ default: () => undefined }),
  ),
)

/** Stands at every page once any but the sign-in was shown: that one only shows what the page before said. */
export function Toasts() {
  const path = usePath()
  const [isNeeded, setNeeded] = useState(false)
  if (!isNeeded && path !== LOGIN && path !== '/') setNeeded(true)
  return (
    isNeeded && (
      <Suspense>
        <Toaster />
      </Suspense>
    )
  )
}
