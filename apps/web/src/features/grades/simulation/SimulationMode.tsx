import type { RequestOf } from '@apoderados/contract/calls/api'
import type { SubjectAverage } from '@apoderados/contract/grades'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { fetchCode } from '../../../shared/api/fetchCode.ts'
import { type Simulated, useSimulated } from './useSimulated.ts'

const load = () => import('./Simulation.tsx').then((m) => ({ default: m.Simulation }))
const Simulation = lazy(load)

type Props = {
  request: RequestOf<'getPeriodMarks'>
  subject: SubjectAverage
  /** Whether the detail is open; closing it ends the simulation. */
  isOpen: boolean
  /** The real grades, which the simulation replaces while it is shown. */
  children: ReactNode
}

/** A subject's grades with a button that replaces them by a simulation. Its input is neither kept nor sent. */
export function SimulationMode({ request, subject, isOpen, children }: Props) {
  const available = useSimulated(request, subject)
  /** The marks at its start, so that a refresh does not discard the input. */
  const [simulated, setSimulated] = useState<Simulated>()
  const [hasFailed, setFailed] = useState(false)
  const button = useFocusAfter(simulated !== undefined)
  if (!isOpen && simulated) setSimulated(undefined)
  if (simulated) {
    return (
      <Suspense fallback={children}>
        <Simulation {...simulated} onLeave={() => setSimulated(undefined)} />
      </Suspense>
    )
  }
  const open = () =>
    fetchCode(load).then(
      () => {
        setFailed(false)
        setSimulated(available)
      },
      () => setFailed(true),
    )
  return (
    <>
      {children}
      {available && (
        <button
          ref={button}
          type="button"
          onClick={open}
          className="mt-3 min-h-(--touch) w-full rounded-md bg-accent-soft px-5 py-2 font-medium text-accent-text text-row"
        >
          {hasFailed ? 'Sin conexión. Reintentar' : 'Simular notas'}
        </button>
      )}
    </>
  )
}

/** Returns the focus to the button once the simulation has ended. */
function useFocusAfter(isShown: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const wasShown = useRef(false)
  useEffect(() => {
    if (wasShown.current && !isShown) button.current?.focus()
    wasShown.current = isShown
  }, [isShown])
  return button
}
