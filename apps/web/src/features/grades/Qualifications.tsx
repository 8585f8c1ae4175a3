import type { RequestOf } from '@apoderados/contract/api'
import type { Qualification } from '@apoderados/contract/grades'
import { useApi } from '../../shared/api/useApi.ts'
import { QueryNotice } from '../../shared/ui/notices/QueryNotice.tsx'
import { BelowMark, Concept, Grade } from './Grade.tsx'
import { GradeChart } from './GradeChart.tsx'
import { QualificationsSkeleton } from './GradesSkeleton.tsx'

type Props = { request: RequestOf<'getPeriodQualificationsBySubject'> }

const useQualifications = ({ request }: Props) => useApi('getPeriodQualificationsBySubject', request)

/** ' · 6 calificaciones', once they are there. */
export function QualificationCount(props: Props) {
  const count = useQualifications(props).data?.qualifications.length ?? 0
  return count > 0 && ` · ${count === 1 ? '1 calificación' : `${count} calificaciones`}`
}

/** What a subject was graded with, in the server's order. */
export function Qualifications(props: Props) {
  const query = useQualifications(props)
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
