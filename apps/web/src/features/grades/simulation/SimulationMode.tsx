import type { RequestOf } from '@apoderados/contract/calls/api'
import type { SubjectAverage } from '@apoderados/contract/grades'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { lazyComponent } from '../../../shared/ui/page/lazyComponent.tsx'
import { type SimulationBasis, useSimulationBasis } from './useSimulationBasis.ts'

const Simulation = lazyComponent(() => import('./Simulation.tsx').then((m) => m.Simulation))

type Props = {
  request: RequestOf<'getPeriodMarks'>
  subject: SubjectAverage
  /** Whether the detail is open; closing it ends the simulation. */
  isOpen: boolean
  /** The real grades, which the simulation replaces while it is shown. */
  children: ReactNode
}

/** A subject's grades with a button that replaces them by a simulation, whose input is neither kept nor sent. */
export function SimulationMode({ request, subject, isOpen, children }: Props) {
  const available = useSimulationBasis(request, subject)
  /** The basis when the simulation began. A refresh does not replace it, so that the input is not discarded. */
  const [simulated, setSimulated] = useState<SimulationBasis>()
  const [hasFailed, setFailed] = useState(false)
  const button = useFocusAfterSimulation(simulated !== undefined)
  if (!isOpen && simulated) setSimulated(undefined)
  if (simulated)
    return <Simulation {...simulated} onLeave={() => setSimulated(undefined)} fallback={children} />
  const open = () =>
    Simulation.load().then(
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
function useFocusAfterSimulation(isShown: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const wasShown = useRef(false)
  useEffect(() => {
    if (wasShown.current && !isShown) button.current?.focus()
    wasShown.current = isShown
  }, [isShown])
  return button
}
