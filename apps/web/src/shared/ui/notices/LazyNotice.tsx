import { type ComponentType, useEffect, useState } from 'react'
import { afterFirstPaint } from '../../../startup/firstPaint.ts'
import { useOnline } from '../../device/network/online.ts'
import type { PageNoticeProps } from './PageNotice.tsx'

let PageNotice: ComponentType<PageNoticeProps> | undefined

/** The place of a page's one lasting notice. Its code comes right after the first page, with the cache of answers. */
export function LazyNotice(props: PageNoticeProps) {
  const isOnline = useOnline()
  const [, setLoaded] = useState(PageNotice !== undefined)
  const error = props.query?.error
  // Without the server its code does not come either; it is tried again whenever something turns.
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are what turns
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
  return isOnline && !error?.isCutOff ? null : (
    <p role="status" className="mb-4 rounded-md bg-sunk px-4 py-2.5 font-semibold text-small">
      Sin conexión
    </p>
  )
}
