import type { ComponentProps } from 'react'

const variants = {
  main: 'bg-accent text-on-accent hover:bg-accent-hover',
  soft: 'bg-accent-soft text-accent-text',
  text: 'text-text-2',
}

type Props = Omit<ComponentProps<'button'>, 'className'> & {
  variant?: keyof typeof variants
  /** If set, the button is busy: it shows this text ('Ingresando'), ignores clicks and keeps its focus. */
  busyLabel?: string | false | undefined
}

export function Button({ variant = 'main', busyLabel, children, onClick, type = 'button', ...rest }: Props) {
  const isBusy = Boolean(busyLabel)
  return (
    <button
      {...rest}
      type={type}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      onClick={(event) => (isBusy ? event.preventDefault() : onClick?.(event))}
      className={`flex min-h-(--control-h) w-full items-center justify-center gap-2.5 rounded-md px-5 py-2 font-medium text-row ${
        rest.disabled ? 'bg-sunk text-text-3' : variants[variant]
      }`}
    >
      {isBusy && <span className="spinner size-4.5" aria-hidden="true" />}
      {/* Texts are alone in an element, as the browser's translation replaces their nodes. */}
      <span key={isBusy ? 'busy' : 'idle'} className="contents">
        {busyLabel || children}
      </span>
    </button>
  )
}
