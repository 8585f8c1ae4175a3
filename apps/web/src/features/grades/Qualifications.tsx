import type { RequestOf } from '@apoderados/contract/calls/api'
import type { PeriodMark, Qualification } from '@apoderados/contract/grades'
import { useContext } from 'react'
import { formatDay, oneDecimal } from '../../shared/text/format.ts'
import { NewMark } from '../../shared/ui/content/NewMark.tsx'
import { QueryNotice } from '../../shared/ui/notices/QueryNotice.tsx'
import { Skeleton } from '../../shared/ui/notices/Skeleton.tsx'
import { Concept, Grade, LowGradeLabel } from './Grade.tsx'
import {
  NewGradesContext,
  type Period,
  type SubjectMarksOfPeriod,
  useQualifications,
  useSubjectMarks,
} from './periodMarks.ts'
import { CHART, SubjectTrend, trendPeriods } from './SubjectTrend.tsx'
import { isPending, numericGrade } from './scale.ts'

const QUALIFICATION =
  'flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-t py-2.25 first:border-t-0'

type Props = { request: RequestOf<'getPeriodQualificationsBySubject'> }

/** The period and how many grades a subject has: '1° Semestre · 4 notas · 1 pendiente'. */
export function QualificationCount({ request, period }: Props & { period: Period }) {
  const { qualifications = [] } = useQualifications(request).data ?? {}
  const pending = qualifications.filter(isPending).length
  const publishedCount = qualifications.length - pending
  const parts = [
    period.name,
    publishedCount > 0 && (publishedCount === 1 ? '1 nota' : `${publishedCount} notas`),
    pending > 0 && (pending === 1 ? '1 pendiente' : `${pending} pendientes`),
  ]
  return <span>{parts.filter(Boolean).join(' · ')}</span>
}

/** The grades of a subject in the server's order. */
export function Qualifications({ request, periods }: Props & { periods: readonly Period[] }) {
  const query = useQualifications(request)
  const marks = useSubjectMarks(request.student_id, periods, request.course_subject_id)
  const { qualifications = [] } = query.data ?? {} // spec §8: empty after a failed load
  return (
    <>
      {query.error && <QueryNotice query={query} updatedAt={query.dataUpdatedAt} onRetry={query.refetch} />}
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

type QualificationRowProps = {
  qualification: Qualification
  /** All of the subject's marks in the period, with dates and weights; undefined if they are not loaded. */
  marks: readonly PeriodMark[] | undefined
  /** Whether the marks are loading; an empty line then reserves the space for the day and the weight. */
  areMarksPending: boolean
}

/** One grade of a subject, with the day and the weight of its assessment. */
function QualificationRow({ qualification, marks, areMarksPending }: QualificationRowProps) {
  const { id, name, description, note_scale_value } = qualification
  const isNew = useContext(NewGradesContext).some(({ item_id }) => item_id === id)
  const grade = numericGrade(qualification)
  const mark = marks?.find((candidate) => candidate.id === id)
  const facts =
    mark && [mark.date && formatDay(mark.date), weightShareText(mark, marks)].filter(Boolean).join(' · ')
  return (
    <li className={QUALIFICATION}>
      <div className="min-w-0 flex-[1_1_8rem] tabular-nums">
        <p className="font-medium text-row">{name}</p>
        {description && <p className="mt-0.5 whitespace-pre-line text-small text-text-2">{description}</p>}
        {(facts || areMarksPending) && <p className="mt-0.5 text-caption text-text-2">{facts || '\u00a0'}</p>}
      </div>{' '}
      {/* The grade is beside the first two lines, also with a long description. */}
      <p className="ml-auto flex min-h-11 items-center gap-4 self-start">
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

/** The skeleton of a subject's grades: the chart, and the list under it. */
function QualificationsSkeleton() {
  return (
    <Skeleton>
      <div className={CHART}>
        <div className="skeleton-bar flex-1" />
      </div>
      {['w-3/5', 'w-2/5', 'w-3/4', 'w-1/2'].map((width) => (
        <div key={width} className={QUALIFICATION}>
          <div className="grid flex-1 gap-2.5 py-1">
            <div className={`skeleton-bar h-3.5 ${width}`} />
            <div className="skeleton-bar h-2 w-4/5" />
          </div>
          <div className="skeleton-bar h-5 w-10" />
        </div>
      ))}
    </Skeleton>
  )
}
