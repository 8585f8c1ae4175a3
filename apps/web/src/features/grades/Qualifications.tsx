import type { RequestOf } from '@apoderados/contract/api'
import type { Qualification } from '@apoderados/contract/grades'
import { QueryNotice } from '../../shared/ui/notices/QueryNotice.tsx'
import { BelowMark, Concept, Grade } from './Grade.tsx'
import { GradeChart } from './GradeChart.tsx'
import { QualificationsSkeleton } from './GradesSkeleton.tsx'
import { useQualifications } from './marks/useQualifications.ts'

type Props = { request: RequestOf<'getPeriodQualificationsBySubject'> }

/** ' · 4 notas · 1 pendiente', once they are loaded. */
export function QualificationCount({ request }: Props) {
  const { qualifications = [] } = useQualifications(request).data ?? {}
  const pending = qualifications.filter(isPending).length
  const given = qualifications.length - pending
  return (
    <>
      {given > 0 && ` · ${given === 1 ? '1 nota' : `${given} notas`}`}
      {pending > 0 && ` · ${pending === 1 ? '1 pendiente' : `${pending} pendientes`}`}
    </>
  )
}

const isPending = ({ qualification, note_scale_value }: Qualification) =>
  qualification === null && !note_scale_value

/** What a subject was graded with, in the server's order. */
export function Qualifications({ request }: Props) {
  const query = useQualifications(request)
  const { qualifications = [] } = query.data ?? {} // spec §8: a failed load is empty
  return (
    <>
      {query.error && (
        <QueryNotice
          query={query}
          isCutOff={query.error.isCutOff}
          updatedAt={query.dataUpdatedAt}
          onRetry={query.refetch}
        />
      )}
      {query.isPending ? <QualificationsSkeleton /> : <QualificationList qualifications={qualifications} />}
    </>
  )
}

function QualificationList({ qualifications }: { qualifications: readonly Qualification[] }) {
  if (qualifications.length === 0) return <p className="text-body text-text-2">Sin Elementos.</p>
  const grades = qualifications.map(numberOf).filter((grade) => grade !== null)
  return (
    <>
      <GradeChart grades={grades} />
      <ul>
        {qualifications.map((qualification) => (
          <QualificationRow key={qualification.id} qualification={qualification} />
        ))}
      </ul>
    </>
  )
}

/** Null where there is a concept in place of the number, or nothing yet. */
const numberOf = ({ qualification, note_scale_value }: Qualification) =>
  note_scale_value ? null : qualification

function QualificationRow({ qualification }: { qualification: Qualification }) {
  const { name, description, note_scale_value } = qualification
  const grade = numberOf(qualification)
  return (
    <li className="qualification">
      <div className="qualification-name">
        <p className="font-medium text-row">{name}</p>
        {description && <p className="fact-text mt-0.5 text-small text-text-2">{description}</p>}
      </div>{' '}
      <p className="qualification-grade">
        <BelowMark value={grade} />{' '}
        {note_scale_value ? <Concept value={note_scale_value} /> : <Grade value={grade} />}
      </p>
    </li>
  )
}
