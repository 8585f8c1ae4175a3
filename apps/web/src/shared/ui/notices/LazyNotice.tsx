import { type ComponentType, useEffect, useState } from 'react'
import { afterFirstPaint } from '../../../startup/firstPaint.ts'
import { useOnline } from '../../device/network/online.ts'
import type { PageNoticeProps } from './PageNotice.tsx'

let PageNotice: ComponentType<PageNoticeProps> | undefined

/** Shows a page's permanent notice. Its code is loaded right after the first paint. */
export function LazyNotice(props: PageNoticeProps) {
  const isOnline = useOnline()
  const [, setLoaded] = useState(PageNotice !== undefined)
  const error = props.query?.error
  // The code cannot be fetched without the server; each change of the query or the connection tries it again.
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
