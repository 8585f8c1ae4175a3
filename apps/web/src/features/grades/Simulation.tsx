import { averageOfMarks, type Rounding, type WeightedMark } from '@apoderados/contract/averages'
import type { RequestOf } from '@apoderados/contract/calls/api'
import type { SubjectAverage } from '@apoderados/contract/grades'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../shared/ui/forms/Button.tsx'
import { Field } from '../../shared/ui/forms/Field.tsx'
import {
  type Evaluation,
  formatTenths,
  neededMark,
  readGrade,
  readWeight,
  type SimulationBasis,
  toWeightedMark,
  useEvaluations,
  useSimulationBasis,
} from './simulation.ts'

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
  const button = useFocusAfterSimulation(simulated !== undefined)
  if (!isOpen && simulated) setSimulated(undefined)
  if (simulated) return <Simulation {...simulated} onLeave={() => setSimulated(undefined)} />
  return (
    <>
      {children}
      {available && (
        <button
          ref={button}
          type="button"
          onClick={() => setSimulated(available)}
          className="mt-3 min-h-(--touch) w-full rounded-md bg-accent-soft px-5 py-2 font-medium text-accent-text text-row"
        >
          Simular notas
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

/** Computes the average with supposed marks, and the mark that a target average needs. */
function Simulation({ onLeave, ...basis }: SimulationBasis & { onLeave: () => void }) {
  const titleId = useId()
  const title = useRef<HTMLHeadingElement>(null)
  // The focus makes a screen reader read the title, which says that the grades are not real.
  useEffect(() => title.current?.focus({ preventScroll: true }), [])
  const [target, setTarget] = useState('')
  const { gradedMarks, evaluations, marks, areValid, change, add, remove } = useEvaluations(basis)
  const { rounding } = basis
  const targetGrade = readGrade(target)
  return (
    // All borders are dashed, so that a simulation does not look like grades of the school.
    <section
      className="mt-2 rounded-lg border-2 border-line-control border-dashed p-4 [&_.field-box]:border-dashed"
      aria-labelledby={titleId}
    >
      <h3 ref={title} id={titleId} tabIndex={-1} className="font-bold text-h3">
        Simulación
      </h3>
      <p className="mt-1 text-small text-text-2">
        Notas supuestas: no son del colegio, y no se guardan ni se envían.
      </p>
      <p className="mt-3 text-small">
        {gradedMarks.length === 0
          ? 'Aún no hay notas.'
          : `Notas puestas: ${gradedMarks.map((mark) => formatTenths(toWeightedMark(mark).tenths)).join(' · ')}`}
      </p>
      <ul className="mt-3 grid gap-4">
        {evaluations.map((evaluation) => (
          <EvaluationFields
            key={evaluation.key}
            evaluation={evaluation}
            onChange={(typed) => change(evaluation.key, typed)}
            onRemove={evaluation.key.startsWith('extra-') ? () => remove(evaluation.key) : undefined}
          />
        ))}
      </ul>
      <button
        type="button"
        onClick={add}
        className="mt-2 min-h-(--touch) rounded-md font-semibold text-accent-text text-small"
      >
        Agregar una evaluación
      </button>
      <p
        role="status"
        className="mt-2 mb-4 flex flex-wrap items-center justify-between gap-x-4 rounded-md border-2 border-accent border-dashed px-4 py-2 tabular-nums"
      >
        <span className="text-small">Promedio simulado</span>{' '}
        <span className="font-bold text-h1">
          {areValid ? formatTenths(averageOfMarks(marks, rounding)) : '—'}
        </span>
      </p>
      <Field
        label="Promedio que buscas"
        inputMode="decimal"
        autoComplete="off"
        maxLength={5}
        placeholder="5,5"
        value={target}
        onChange={({ currentTarget }) => setTarget(currentTarget.value)}
        error={targetGrade === undefined ? 'Un promedio de 1,0 a 7,0, con un decimal' : undefined}
      />
      <p role="status" className="mt-2 mb-5 min-h-6 font-semibold text-body">
        {targetGrade && areValid && <TargetAnswer target={targetGrade} marks={marks} rounding={rounding} />}
      </p>
      <Button variant="soft" onClick={onLeave}>
        Salir de la simulación
      </Button>
    </section>
  )
}

type EvaluationFieldsProps = {
  evaluation: Evaluation
  onChange: (typed: Partial<Pick<Evaluation, 'text' | 'weightText'>>) => void
  /** Removes the evaluation; undefined for an evaluation of the school, which cannot be removed. */
  onRemove?: (() => void) | undefined
}

/** The input for the supposed mark of an evaluation and, if the parent sets its weight, the input for the weight. */
function EvaluationFields({ evaluation, onChange, onRemove }: EvaluationFieldsProps) {
  const { name, text, weightText, weight } = evaluation
  const isWrong = readGrade(text) === undefined
  const isWeightWrong = weightText !== null && readWeight(weightText) === undefined
  return (
    <li className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] items-end gap-x-4 gap-y-1 [&>button]:justify-self-start">
      <Field
        label={name}
        inputMode="decimal"
        autoComplete="off"
        maxLength={5}
        placeholder="—"
        value={text}
        onChange={({ currentTarget }) => onChange({ text: currentTarget.value })}
        error={isWrong ? 'Una nota de 1,0 a 7,0, con un decimal' : undefined}
        help={weight === null ? undefined : `Ponderación ${weight}`}
      />
      {weightText !== null && (
        <Field
          label="Ponderación"
          aria-label={`Ponderación de ${name}`}
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          value={weightText}
          onChange={({ currentTarget }) => onChange({ weightText: currentTarget.value })}
          error={isWeightWrong ? 'Un número entero' : undefined}
        />
      )}
      {onRemove && (
        <button
          type="button"
          onClick={onRemove}
          className="min-h-(--touch) rounded-md px-3 font-semibold text-accent-text text-small"
        >
          Quitar <span className="sr-only">{name}</span>
        </button>
      )}
    </li>
  )
}

type TargetAnswerProps = { target: number; marks: readonly WeightedMark[]; rounding: Rounding }

/** States whether the target average, in tenths, can be reached, and with which mark in the open evaluations. */
function TargetAnswer({ target, marks, rounding }: TargetAnswerProps) {
  const open = marks.filter(({ tenths }) => tenths === null).length
  if (open === 0) {
    const average = averageOfMarks(marks, rounding)
    return average !== null && average >= target
      ? 'Con estas notas la alcanza.'
      : `No se alcanza: con estas notas llegaría a ${formatTenths(average)}.`
  }
  const needed = neededMark(marks, target, rounding)
  if (needed.kind === 'reached') return 'Ya la tiene.'
  if (needed.kind === 'unreachable') {
    const each = open === 1 ? '' : ' en cada una'
    return `No se alcanza: con un 7,0${each} llegaría a ${formatTenths(needed.best)}.`
  }
  const where =
    open === 1 ? 'en la evaluación que falta' : `en cada una de las ${open} evaluaciones que faltan`
  return `Necesita un ${formatTenths(needed.tenths)} ${where}.`
}
