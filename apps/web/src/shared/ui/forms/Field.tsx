import WarningCircle from '@phosphor-icons/core/assets/fill/warning-circle-fill.svg?react'
import Eye from '@phosphor-icons/core/assets/regular/eye.svg?react'
import EyeSlash from '@phosphor-icons/core/assets/regular/eye-slash.svg?react'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'

type Props = Omit<ComponentProps<'input'>, 'id' | 'className' | 'type'> & {
  label: string
  type?: 'email' | 'text' | 'password'
  /** The error, shown under the box. */
  error?: string | undefined
  /** The text under the box while there is no error. */
  help?: ReactNode
  /** An icon at the end of the box. */
  end?: ReactNode
}

/** A labelled input. A password input has a button that shows the typed text. */
export function Field({ label, type = 'text', error, help, end, ...input }: Props) {
  const id = useId()
  const [isShown, setShown] = useState(false)
  const isPassword = type === 'password'
  return (
    <div>
      <label htmlFor={id} className="mb-2 block font-semibold text-small">
        {label}
      </label>
      <div className="relative">
        <input
          {...input}
          id={id}
          type={isPassword && isShown ? 'text' : type}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || help ? `${id}-note` : undefined}
          className={`field-box block h-(--control-h) w-full pl-4 text-row ${isPassword || end ? 'pr-13' : 'pr-4'}`}
        />
        {isPassword && (
          <button
            type="button"
            aria-label={isShown ? 'Ocultar' : 'Mostrar'}
            aria-controls={id}
            onClick={() => setShown(!isShown)}
            className="absolute inset-y-0 right-1 my-auto grid size-11 place-items-center rounded-md text-text-2"
          >
            {isShown ? <EyeSlash className="size-5.5" /> : <Eye className="size-5.5" />}
          </button>
        )}
        {end}
      </div>
      {error ? (
        <p id={`${id}-note`} className="mt-1.5 flex gap-1.5 text-label text-negative-text">
          <WarningCircle className="mt-px size-4 shrink-0" />
          <span>{error}</span>
        </p>
      ) : (
        help && (
          <p id={`${id}-note`} className="mt-1.5 flex gap-1.5 text-label text-text-2">
            {help}
          </p>
        )
      )}
    </div>
  )
}
