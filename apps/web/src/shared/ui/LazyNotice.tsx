import { lazy, Suspense } from 'react'
import { drawn } from '../drawn.ts'
import type { PageNoticeProps } from './PageNotice.tsx'

// With the cache of answers, right after the first page: once it is cut off from the server it could not be fetched.
const load = () => import('./PageNotice.tsx').then(({ PageNotice }) => ({ default: PageNotice }))
const loading = drawn.then(load)
const PageNotice = lazy(() => loading.catch(load).catch(() => ({ default: () => null })))

/** The place of a page's one lasting notice. */
export function LazyNotice(props: PageNoticeProps) {
  return (
    <Suspense>
      <PageNotice {...props} />
    </Suspense>
  )
}
