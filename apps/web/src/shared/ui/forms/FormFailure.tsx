import WarningCircle from '@phosphor-icons/core/assets/fill/warning-circle-fill.svg?react'
import type { ReactNode } from 'react'
import type { ApiError } from '../../api/api.ts'
import { NeedsConnection } from '../notices/NeedsConnection.tsx'

type Props = { message: string; error: ApiError; children?: ReactNode }

/** The reason, above a form's button, why its sending failed, with advice if the server was not reached (spec §8). */
export function FormFailure({ message, error, children }: Props) {
  return (
    <div className="mb-4 rounded-md bg-negative-soft px-4 py-3 text-negative-text">
      <p role="alert" className="flex gap-2.5 font-semibold text-body">
        <WarningCircle className="mt-px size-5 shrink-0" />
        <span>{message}</span>
      </p>
      {error.hasNoResponse && <NeedsConnection className="mt-1 pl-7.5" />}
      {children}
    </div>
  )
}
