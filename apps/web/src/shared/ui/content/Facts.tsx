import type { ReactNode } from 'react'

/** A description list of the facts of a detail, one under the other. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="[&>*+*]:border-line [&>*+*]:border-t [&>div]:py-2.5">{children}</dl>
}

type Props = {
  label: string
  children: ReactNode
  /** Whether the children are running text, which keeps the author's line breaks. */
  isText?: boolean
}

export function Fact({ label, children, isText }: Props) {
  return (
    <div>
      <dt className="text-caption text-text-2">{label}</dt>
      <dd
        className={
          isText ? 'mt-0.5 whitespace-pre-line text-body leading-body' : 'mt-0.5 font-medium text-row'
        }
      >
        {children}
      </dd>
    </div>
  )
}
