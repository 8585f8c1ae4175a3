import type { PeriodMark, Qualification } from '@apoderados/contract/grades'
import { useContext } from 'react'
import { formatDay, oneDecimal } from '../../shared/text/format.ts'
import { NewMark } from '../../shared/ui/content/NewMark.tsx'
import { Concept, Grade, LowGradeLabel } from './Grade.tsx'
import { NewGradesContext } from './newGrades.ts'
import { numericGrade } from './scale.ts'

type Props = {
  qualification: Qualification
  /** All of the subject's marks in the period, with dates and weights; undefined if they are not loaded. */
  marks: readonly PeriodMark[] | undefined
  /** Whether the marks are loading; an empty line then reserves the space for the day and the weight. */
  areMarksPending: boolean
}

/** One grade of a subject, with the day and the weight of its assessment. */
export function QualificationRow({ qualification, marks, areMarksPending }: Props) {
  const { id, name, description, note_scale_value } = qualification
  const isNew = useContext(NewGradesContext).some(({ item_id }) => item_id === id)
  const grade = numericGrade(qualification)
  const mark = marks?.find((candidate) => candidate.id === id)
  const facts =
    mark && [mark.date && formatDay(mark.date), weightShareText(mark, marks)].filter(Boolean).join(' · ')
  return (
    <li className="qualification">
      <div className="qualification-name">
        <p className="font-medium text-row">{name}</p>
        {description && <p className="fact-text mt-0.5 text-small text-text-2">{description}</p>}
        {(facts || areMarksPending) && <p className="mt-0.5 text-caption text-text-2">{facts || '\u00a0'}</p>}
      </div>{' '}
      <p className="qualification-grade">
        {isNew && <NewMark />}
        <LowGradeLabel value={grade} />{' '}
        {note_scale_value ? <Concept value={note_scale_value} /> : <Grade value={grade} />}
      </p>
    </li>
  )
}

/** The share of a mark in the weights of its subject: 'Pondera 20%'. Undefined without weights or for a concept. */
function weightShareText({ weight, note_scale_value }: PeriodMark, marks: readonly PeriodMark[] = []) {
  if (weight === null || note_scale_value) return undefined
  const total = marks.reduce((sum, mark) => sum + (mark.weight ?? 0), 0)
  return `Pondera ${oneDecimal((weight / total) * 100).replace(',0', '')}%`
}
