import { averageOfMarks } from '@apoderados/contract/averages'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../../shared/ui/forms/Button.tsx'
import { Field } from '../../../shared/ui/forms/Field.tsx'
import { EvaluationFields } from './EvaluationFields.tsx'
import { formatTenths, readGrade } from './gradeInput.ts'
import { TargetAnswer } from './TargetAnswer.tsx'
import { useEvaluations } from './useEvaluations.ts'
import { type SimulationBasis, toWeightedMark } from './useSimulationBasis.ts'
import './simulation.css'

type Props = SimulationBasis & { onLeave: () => void }

/** Computes the average with supposed marks, and the mark that a target average needs. */
export function Simulation({ onLeave, ...basis }: Props) {
  const titleId = useId()
  const title = useTitleFocus()
  const [target, setTarget] = useState('')
  const { gradedMarks, evaluations, marks, areValid, change, add, remove } = useEvaluations(basis)
  const { rounding } = basis
  const targetGrade = readGrade(target)
  return (
    <section className="simulation" aria-labelledby={titleId}>
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
      <p role="status" className="simulation-average">
        <span className="text-small">Promedio simulado</span>{' '}
        <span className="font-bold text-h1">
          {areValid ? formatTenths(averageOfMarks(marks, rounding)) : '—'}
        </span>
      </p>
      <Field
        label="Promedio que busca"
        inputMode="decimal"
        autoComplete="off"
        maxLength={3}
        placeholder="5,5"
        value={target}
        onChange={({ currentTarget }) => setTarget(currentTarget.value)}
        error={targetGrade === undefined ? 'Un promedio de 1,0 a 7,0' : undefined}
      />
      <p role="status" className="simulation-answer font-semibold text-body">
        {targetGrade && areValid && <TargetAnswer target={targetGrade} marks={marks} rounding={rounding} />}
      </p>
      <Button variant="soft" onClick={onLeave}>
        Salir de la simulación
      </Button>
    </section>
  )
}

/** Focuses the title `Simulación`, so that a screen reader announces that the grades are not real. */
function useTitleFocus() {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus({ preventScroll: true }), [])
  return title
}
