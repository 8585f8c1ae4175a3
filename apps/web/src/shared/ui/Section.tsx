import { type ReactNode, useId } from 'react'

type Props = {
  title: string
  children: ReactNode
  /** On a desktop the card says it well enough; screen readers hear the title everywhere. */
  isTitleHiddenOnDesktop?: boolean
}

/** A card under its title. */
export function Section({ title, children, isTitleHiddenOnDesktop }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2
        id={id}
        className={`mb-2.5 px-1 font-semibold text-row ${isTitleHiddenOnDesktop ? 'lg:sr-only' : ''}`}
      >
        {title}
      </h2>
      <div className="card">{children}</div>
    </section>
  )
}
