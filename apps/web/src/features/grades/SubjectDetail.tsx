import type { SubjectAverage } from '@apoderados/contract/grades'
import type { ReactNode } from 'react'
import { oneDecimal } from '../../shared/text/format.ts'
import { Detail } from '../../shared/ui/content/Detail.tsx'
import { LowGradeLabel } from './Grade.tsx'
import type { Period } from './periodMarks.ts'
import { QualificationCount, Qualifications } from './Qualifications.tsx'
import { SimulationMode } from './Simulation.tsx'
import { conceptLabel, hasConcept, isBelowPassing } from './scale.ts'

type Props = {
  student_id: number
  period: Period
  /** All periods, for the subject's trend. */
  periods: readonly Period[]
  subject: SubjectAverage | undefined
  /** The content of the desktop's panel while no subject is open. */
  idle: ReactNode
  onClose: () => void
}

/** A subject's grades in the period. */
export function SubjectDetail({ student_id, period, periods, subject, idle, onClose }: Props) {
  return (
    <Detail item={subject} idle={idle} onClose={onClose}>
      {(shown) => {
        const request = {
          student_id,
          establishment_sub_period_id: period.id,
          course_subject_id: shown.id,
        }
        return {
          title: shown.subject,
          subtitle: <QualificationCount request={request} period={period} />,
          children: (
            <SimulationMode request={request} subject={shown} isOpen={subject !== undefined}>
              {hasConcept(shown) ? <LargeConcept subject={shown} /> : <LargeAverage subject={shown} />}
              <Qualifications request={request} periods={periods} />
            </SimulationMode>
          ),
        }
      }}
    </Detail>
  )
}

function LargeAverage({ subject: { average } }: { subject: SubjectAverage }) {
  return (
    <div className="mt-2 mb-5 flex flex-wrap items-center gap-x-4.5 gap-y-1">
      <p
        className={`font-bold text-hero leading-tight tracking-figure ${isBelowPassing(average) ? 'text-negative-text' : ''}`}
      >
        {oneDecimal(average)}
      </p>
      <div>
        <p className="text-caption text-text-2">Promedio de la asignatura</p>
        <p className="mt-0.5 font-semibold text-small">Se aprueba desde 4,0</p>
        <LowGradeLabel value={average} />
      </div>
    </div>
  )
}

function LargeConcept({ subject }: { subject: SubjectAverage }) {
  const concept = conceptLabel(subject.note_scale_value)
  return (
    <div className="mt-2 mb-5 flex flex-wrap items-center gap-x-4.5 gap-y-1">
      <p className={`font-bold leading-tight tracking-title ${concept.length > 3 ? 'text-h1' : 'text-hero'}`}>
        {concept}
      </p>
      <p className="font-semibold text-small">Se evalúa con concepto</p>
    </div>
  )
}
