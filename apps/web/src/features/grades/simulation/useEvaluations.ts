import type { WeightedMark } from '@apoderados/contract/averages'
import { useState } from 'react'
import { isPending } from '../scale.ts'
import { readGrade, readWeight } from './gradeInput.ts'
import { type SimulationBasis, toWeightedMark } from './useSimulationBasis.ts'

/** An evaluation without a mark: a pending one of the school, or one that the parent adds. */
export type Evaluation = {
  key: string
  name: string
  /** The mark as the parent typed it. */
  text: string
  /** The weight as the parent typed it; null for a pending evaluation, and at a school without weights. */
  weightText: string | null
  /** The weight that the school has set; null if it has set none. */
  weight: number | null
}

/** The mean weight of the subject's marks, or 1 without weights: the initial weight of an added evaluation. */
function meanWeight({ marks }: SimulationBasis): number {
  const weights = marks.flatMap(({ weight }) => weight ?? [])
  return weights.length === 0 ? 1 : Math.round(weights.reduce((sum, next) => sum + next, 0) / weights.length)
}

const addedEvaluation = (basis: SimulationBasis, number: number): Evaluation => ({
  key: `extra-${number}`,
  name: `Nota supuesta ${number}`,
  text: '',
  weightText: basis.usesWeights ? String(meanWeight(basis)) : null,
  weight: null,
})

/** One more than the highest number of the added evaluations, so that names stay unique after a removal. */
const nextAddedNumber = (all: readonly Evaluation[]) =>
  1 + Math.max(0, ...all.map(({ key }) => Number(/^extra-(\d+)$/.exec(key)?.[1] ?? 0)))

/** The state of a simulation's evaluations; `marks` are the real and the supposed marks together. */
export function useEvaluations(basis: SimulationBasis) {
  const [evaluations, setEvaluations] = useState<readonly Evaluation[]>(() => {
    const pending = basis.marks.filter(isPending).map(({ id, name, weight }) => ({
      key: String(id),
      name,
      text: '',
      weightText: null,
      weight,
    }))
    return pending.length > 0 ? pending : [addedEvaluation(basis, 1)]
  })
  const gradedMarks = basis.marks.filter(({ qualification }) => qualification !== null)
  const hypothetical = evaluations.map(
    ({ text, weightText, weight }): WeightedMark => ({
      tenths: readGrade(text) ?? null,
      weight: weightText === null ? weight : (readWeight(weightText) ?? 1),
    }),
  )
  return {
    gradedMarks,
    evaluations,
    marks: [...gradedMarks.map(toWeightedMark), ...hypothetical],
    areValid: evaluations.every(
      ({ text, weightText }) =>
        readGrade(text) !== undefined && (weightText === null || readWeight(weightText) !== undefined),
    ),
    change: (key: string, typed: Partial<Pick<Evaluation, 'text' | 'weightText'>>) =>
      setEvaluations((all) => all.map((one) => (one.key === key ? { ...one, ...typed } : one))),
    add: () => setEvaluations((all) => [...all, addedEvaluation(basis, nextAddedNumber(all))]),
    remove: (key: string) => setEvaluations((all) => all.filter((one) => one.key !== key)),
  }
}
