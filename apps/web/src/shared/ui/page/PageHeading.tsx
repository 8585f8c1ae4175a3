import { type ReactNode, useEffect } from 'react'
import { currentPath } from '../../router.tsx'

let pathShown: string | undefined

/** Focuses the heading after a change of page, but not on the first page. */
function focusAfterNavigation(heading: HTMLHeadingElement | null) {
  if (!heading) return
  const path = currentPath()
  if (pathShown !== undefined && pathShown !== path) {
    scrollTo(0, 0)
    heading.focus({ preventScroll: true })
  }
  pathShown = path
}

type Props = {
  /** The page's name in the browser's title. */
  title: string
  children?: ReactNode
  className?: string
}

/** The one h1 of a page. */
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
