import type { RequestOf } from '@apoderados/contract/calls/api'
import type { Qualification } from '@apoderados/contract/grades'
import { QueryNotice } from '../../shared/ui/notices/QueryNotice.tsx'
import { QualificationsSkeleton } from './GradesSkeleton.tsx'
import { type SubjectMarksOfPeriod, useSubjectMarks } from './marks/periodMarks.ts'
import { useQualifications } from './marks/useQualifications.ts'
import type { Period } from './period.ts'
import { QualificationRow } from './QualificationRow.tsx'
import { isPending } from './scale.ts'
import { SubjectTrend } from './trend/SubjectTrend.tsx'
import { trendPeriods } from './trend/trendPeriods.ts'

type Props = { request: RequestOf<'getPeriodQualificationsBySubject'> }

/** How many grades a subject has: ' · 4 notas · 1 pendiente'. It shows nothing until the grades are loaded. */
export function QualificationCount({ request }: Props) {
  const { qualifications = [] } = useQualifications(request).data ?? {}
  const pending = qualifications.filter(isPending).length
  const publishedCount = qualifications.length - pending
  return (
    <>
      {publishedCount > 0 && ` · ${publishedCount === 1 ? '1 nota' : `${publishedCount} notas`}`}
      {pending > 0 && ` · ${pending === 1 ? '1 pendiente' : `${pending} pendientes`}`}
    </>
  )
}

/** The grades of a subject in the server's order. */
export function Qualifications({ request, periods }: Props & { periods: readonly Period[] }) {
  const query = useQualifications(request)
  const marks = useSubjectMarks(request.student_id, periods, request.course_subject_id)
  const { qualifications = [] } = query.data ?? {} // spec §8: empty after a failed load
  return (
    <>
      {query.error && (
        <QueryNotice
          query={query}
          isOffline={query.error.hasNoAnswer}
          updatedAt={query.dataUpdatedAt}
          onRetry={query.refetch}
        />
      )}
      {query.isPending ? (
        <QualificationsSkeleton />
      ) : (
        <QualificationList request={request} qualifications={qualifications} marks={marks} />
      )}
    </>
  )
}

type QualificationListProps = Props & {
  qualifications: readonly Qualification[]
  marks: readonly SubjectMarksOfPeriod[]
}

function QualificationList({ request, qualifications, marks }: QualificationListProps) {
  if (qualifications.length === 0) return <p className="text-body text-text-2">Sin Elementos.</p>
  const { establishment_sub_period_id: period_id, course_subject_id } = request
  const ownMarks = marks.find(({ period }) => period.id === period_id)
  return (
    <>
      <SubjectTrend periods={trendPeriods(marks, { period_id, course_subject_id, qualifications })} />
      <ul>
        {qualifications.map((qualification) => (
          <QualificationRow
            key={qualification.id}
            qualification={qualification}
            marks={ownMarks?.marks}
            areMarksPending={ownMarks?.isPending === true}
          />
        ))}
      </ul>
    </>
  )
}
