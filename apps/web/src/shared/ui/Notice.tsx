import type { ComponentType, ReactNode, SVGProps } from 'react'

type Props = {
  icon: ComponentType<SVGProps<SVGSVGElement>>
  title: string
  children?: ReactNode
  /** A text button at the end: its label and what it does. */
  action?: [label: string, onClick: () => void] | undefined
}

/** A state that lasts, said quietly above the content (a toast is for what has just happened). */
export function Notice({ icon: Icon, title, children, action }: Props) {
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 rounded-md bg-sunk py-1 pr-2 pl-4">
      <div role="status" className="flex min-w-0 flex-1 basis-40 items-center gap-4 py-1.5">
        <Icon className="size-5.5 shrink-0 text-text-2" />
        <div className="min-w-0">
          <p className="font-semibold text-small">{title}</p>
          {children && <p className="text-small text-text-2">{children}</p>}
        </div>
      </div>
      {action && (
        <button
          type="button"
          onClick={action[1]}
          className="min-h-(--touch) rounded-md px-3 font-semibold text-accent-text text-small"
        >
          {action[0]}
        </button>
      )}
    </div>
  )
}
