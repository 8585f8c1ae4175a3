import { type ComponentType, useEffect, useState } from 'react'
import { afterFirstPaint } from '../../../startup/firstPaint.ts'
import { useOnline } from '../../device/network/online.ts'
import type { PageNoticeProps } from './PageNotice.tsx'

/** The component, once its code has loaded. */
let PageNotice: ComponentType<PageNoticeProps> | undefined

/**
 * The notice that a page has no connection or could not be loaded. Its code is loaded after the first paint; without
 * this code, a plain text says if there is no connection.
 */
export function LazyNotice(props: PageNoticeProps) {
  const isOnline = useOnline()
  const [, setLoaded] = useState(PageNotice !== undefined)
  const error = props.query?.error
  // Without a connection the import fails; each change of the query's error or of the connection repeats it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: their changes trigger the retry
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
