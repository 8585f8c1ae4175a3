import { Field } from '../../../shared/ui/forms/Field.tsx'
import { readGrade, readWeight } from './gradeInput.ts'
import type { Evaluation } from './useEvaluations.ts'

type Props = {
  evaluation: Evaluation
  onChange: (typed: Partial<Pick<Evaluation, 'text' | 'weightText'>>) => void
  /** Removes the evaluation; undefined for an evaluation of the school, which cannot be removed. */
  onRemove?: (() => void) | undefined
}

/** The input for the supposed mark of an evaluation and, if the parent sets its weight, the input for the weight. */
export function EvaluationFields({ evaluation, onChange, onRemove }: Props) {
  const { name, text, weightText, weight } = evaluation
  const isWrong = readGrade(text) === undefined
  const isWeightWrong = weightText !== null && readWeight(weightText) === undefined
  return (
    <li className="simulation-row">
      <Field
        label={name}
        inputMode="decimal"
        autoComplete="off"
        maxLength={3}
        placeholder="—"
        value={text}
        onChange={({ currentTarget }) => onChange({ text: currentTarget.value })}
        error={isWrong ? 'Una nota de 1,0 a 7,0' : undefined}
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
