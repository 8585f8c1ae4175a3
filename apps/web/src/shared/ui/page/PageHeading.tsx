import { type ReactNode, useEffect } from 'react'
import { currentPath } from '../../router.tsx'

/** The path of the heading that was rendered last. */
let lastPath: string | undefined

/** Scrolls to the top and focuses the heading after a change of page, but not on the first page of a visit. */
function focusAfterNavigation(heading: HTMLHeadingElement | null) {
  if (!heading) return
  const path = currentPath()
  if (lastPath !== undefined && lastPath !== path) {
    scrollTo(0, 0)
    heading.focus({ preventScroll: true })
  }
  lastPath = path
}

type Props = {
  /** The page's name in the browser's title. */
  title: string
  children?: ReactNode
  className?: string
}

/** The only h1 of a page. It also sets the browser's title. */
export function PageHeading({ title, children = title, className = '' }: Props) {
  useEffect(() => {
    document.title = `${title} · Apoderados`
  }, [title])
  return (
    <h1
      ref={focusAfterNavigation}
      tabIndex={-1}
      className={`font-bold text-h1 leading-tight tracking-title ${className}`}
    >
      {children}
    </h1>
  )
}
