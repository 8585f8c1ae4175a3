import type { Student } from '@apoderados/contract/profile'
import type { ReactNode } from 'react'
import { combineQueries } from '../../shared/api/pageQuery.ts'
import { useApi } from '../../shared/api/useApi.ts'
import { useUnreadNews } from '../../shared/news/useUnreadNews.ts'
import { isSettled, useOpenItem } from '../../shared/searchParams.ts'
import { EmptyList } from '../../shared/ui/notices/EmptyList.tsx'
import { Skeleton, SkeletonRows } from '../../shared/ui/notices/Skeleton.tsx'
import { DataPage } from '../../shared/ui/page/DataPage.tsx'
import { Absences } from './Absences.tsx'
import { ArrearDetail } from './ArrearDetail.tsx'
import { Arrears } from './Arrears.tsx'
import { AttendanceFigure } from './AttendanceFigure.tsx'
import { attendanceSentences } from './attendanceSentences.ts'
import { DayStrips } from './DayStrips.tsx'

/** The absences are beside the figure if both fit; the following cards have the whole width. */
const PARTS =
  'grid items-start gap-5 *:min-w-0 @min-[54rem]/attendance:grid-cols-2 @min-[54rem]/attendance:*:nth-[n+3]:col-span-full'

/** spec §2, asistencia: the percentage with a forecast, the class days, and the late arrivals by date. */
export function AttendancePage({ student }: { student: Student }) {
  const attendance = useApi('getArrears', { student_id: student.id })
  const classDays = useApi('getAttendanceDays', { student_id: student.id })
  const { arrears = [], attendance_percentage: percentage } = attendance.data ?? {}
  const days = classDays.data?.days ?? []
  const { item, open, close } = useOpenItem('atraso', arrears, isSettled(attendance))
  const { news } = useUnreadNews(student.id, ['arrear', 'absence'], ({ kind }) =>
    isSettled(kind === 'arrear' ? attendance : classDays),
  )
  const sentences = attendanceSentences({ percentage, classDays: classDays.data ?? undefined })
  const isPending = attendance.isPending && classDays.isPending
  const query = { ...combineQueries(attendance, classDays), isPending }
  const page = { title: 'Asistencia', query, skeleton: <AttendanceSkeleton /> }
  // spec §8: after a failed load the lists are empty. The page says so once.
  if (attendance.isLoadingError && !classDays.isPending && !classDays.data) {
    return (
      <DataPage {...page}>
        <EmptyList isIncomplete={true} />
      </DataPage>
    )
  }
  return (
    <DataPage {...page}>
      <div className="beside">
        <div className="@container/attendance min-w-0">
          <div className={PARTS}>
            <PagePart query={attendance} shape={<FigureShape />}>
              <AttendanceFigure percentage={percentage ?? null} sentences={sentences} />
            </PagePart>
            {classDays.data !== null && (
              <PagePart query={classDays} shape={<DaysShape />}>
                <Absences days={days} news={news} />
                {!classDays.isLoadingError && <DayStrips days={days} />}
              </PagePart>
            )}
            <PagePart query={attendance} shape={<ArrearsShape />}>
              <Arrears arrears={arrears} news={news} opened={item} onOpen={open} />
            </PagePart>
          </div>
        </div>
        <ArrearDetail arrear={item} latest={arrears[0]} onClose={close} />
      </div>
    </DataPage>
  )
}

type PagePartProps = { query: { isPending: boolean }; shape: ReactNode; children: ReactNode }

/** A part of the page, or its skeleton while its query is pending. */
const PagePart = ({ query, shape, children }: PagePartProps) =>
  query.isPending ? <Skeleton>{shape}</Skeleton> : children

/** The skeleton of the whole page. Once a part is shown, one that is still loading has the skeleton of its shape. */
function AttendanceSkeleton() {
  return (
    <Skeleton>
      <div className="beside">
        <div className="@container/attendance min-w-0">
          <div className={PARTS}>
            <FigureShape />
            <DaysShape />
            <ArrearsShape />
          </div>
        </div>
      </div>
    </Skeleton>
  )
}

const FigureShape = () => (
  <div className="card grid gap-4 p-4 lg:p-5">
    <div className="skeleton-bar h-3.5 w-1/2" />
    <div className="skeleton-bar h-16 w-48 max-w-full" />
    <div className="skeleton-bar mb-10 h-3.5 w-full" />
    <div className="skeleton-bar h-3.5 w-1/2" />
    <div className="skeleton-bar h-3.5 w-3/4" />
    <div className="skeleton-bar h-3.5 w-2/3" />
  </div>
)

const DaysShape = () => (
  <div className="grid gap-5">
    <div className="skeleton-bar h-3.5 w-1/3" />
    <SkeletonRows count={3} />
    <div className="skeleton-bar h-3.5 w-1/3" />
    <SkeletonRows count={8} />
  </div>
)

const ArrearsShape = () => (
  <div className="grid gap-5">
    <div className="skeleton-bar h-3.5 w-1/3" />
    <SkeletonRows count={4} />
  </div>
)
