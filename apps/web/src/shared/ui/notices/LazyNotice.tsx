import { type ComponentType, useEffect, useState } from 'react'
import { afterFirstPaint } from '../../../startup/firstPaint.ts'
import { useOnline } from '../../device/network/online.ts'
import type { PageNoticeProps } from './PageNotice.tsx'

/** The component, once its code has loaded. */
let PageNotice: ComponentType<PageNoticeProps> | undefined

/** `PageNotice`, with code loaded after the first paint; without it, a plain text says if there is no connection. */
export function LazyNotice(props: PageNoticeProps) {
  const isOnline = useOnline()
  const [, setLoaded] = useState(PageNotice !== undefined)
  const error = props.query?.error
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of error or connection retries the import
  useEffect(() => {
    if (PageNotice) return
    const load = () => import('./PageNotice.tsx')
    afterFirstPaint()
      .then(load)
      .then(
        (code) => {
          PageNotice = code.PageNotice
          setLoaded(true)
        },
        () => undefined,
      )
  }, [isOnline, error])
  if (PageNotice) return <PageNotice {...props} />
  return isOnline && !error?.hasNoAnswer ? null : (
    <p role="status" className="mb-4 rounded-md bg-sunk px-4 py-2.5 font-semibold text-small">
      Sin conexión
    </p>
  )
}
