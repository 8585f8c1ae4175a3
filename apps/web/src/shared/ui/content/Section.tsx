import { type ReactNode, useId } from 'react'

type Props = {
  title: string
  /** Content at the right of the title: a count, a date. */
  aside?: ReactNode
  children: ReactNode
  /** Whether the title is hidden on a desktop; screen readers always have it. */
  isTitleHiddenOnDesktop?: boolean
}

/** A card under its title. */
export function Section({ title, aside, children, isTitleHiddenOnDesktop }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div className={`mb-2.5 flex items-baseline gap-3 px-1 ${isTitleHiddenOnDesktop ? 'lg:sr-only' : ''}`}>
        <h2 id={id} className="min-w-0 flex-1 font-semibold text-row">
          {title}
        </h2>
        {aside && <p className="text-caption text-text-2">{aside}</p>}
      </div>
      <div className="card">{children}</div>
    </section>
  )
}
