import type { Arrear } from '@apoderados/contract/attendance'
import type { Student } from '@apoderados/contract/profile'
import { type ReactNode, useMemo, useState } from 'react'
import { combineQueries } from '../../shared/api/pageQuery.ts'
import { useApi } from '../../shared/api/useApi.ts'
import { type QueuedExcuse, useExcuseQueue } from '../../shared/excuses/excuseQueue.ts'
import { useUnreadNews } from '../../shared/news/useUnreadNews.ts'
import { isSettled, useOpenItem } from '../../shared/searchParams.ts'
import { capitalize, localTimeOf, longDay } from '../../shared/text/format.ts'
import { EmptyList } from '../../shared/ui/notices/EmptyList.tsx'
import { Skeleton, SkeletonRows } from '../../shared/ui/notices/Skeleton.tsx'
import { DataPage } from '../../shared/ui/page/DataPage.tsx'
import { lazyComponent } from '../../shared/ui/page/lazyComponent.tsx'
import { AbsenceRows, isQueued } from './AbsenceRows.tsx'
import { Absences } from './Absences.tsx'
import { Arrears } from './Arrears.tsx'
import { AttendanceDetail } from './AttendanceDetail.tsx'
import { AttendanceFigure } from './AttendanceFigure.tsx'
import { attendanceSentences } from './attendanceSentences.ts'
import { DayStrips } from './DayStrips.tsx'
import type { ExcuseSubject } from './ExcuseForm.tsx'
import { type AbsenceItem, absenceItemsOf, absentRunOf, isJustified, useExcuses } from './excuses.ts'
import { QueuedExcuses } from './QueuedExcuses.tsx'

/** The absences are beside the figure if both fit; the following cards have the whole width. */
const PARTS =
  'grid items-start gap-5 *:min-w-0 @min-[54rem]/attendance:grid-cols-2 @min-[54rem]/attendance:*:nth-[n+3]:col-span-full'

const ExcuseForm = lazyComponent(() => import('./ExcuseForm.tsx').then((module) => module.ExcuseForm))

/** spec §2, asistencia: the percentage with a forecast, the class days, and the late arrivals by date. */
export function AttendancePage({ student }: { student: Student }) {
  const attendance = useApi('getArrears', { student_id: student.id })
  const classDays = useApi('getAttendanceDays', { student_id: student.id })
  const { arrears = [], attendance_percentage: percentage } = attendance.data ?? {}
  const days = classDays.data?.days ?? NO_DAYS
  const excuses = useExcuses(student.id)
  const queued = useExcuseQueue().filter(({ request }) => request.student_id === student.id)
  const absences = useMemo(() => (excuses ? absenceItemsOf(days, excuses.excuses) : []), [days, excuses])
  const arrear = useOpenItem('atraso', arrears, isSettled(attendance))
  const absence = useOpenItem('inasistencia', absences, excuses !== undefined && isSettled(classDays))
  const form = useExcuseForm()
  const { news } = useUnreadNews(student.id, ['arrear', 'absence'], ({ kind }) =>
    isSettled(kind === 'arrear' ? attendance : classDays),
  )
  const counted =
    excuses?.counts_justified === false ? days.filter((day) => !isJustified(day, excuses.excuses)) : days
  const sentences = [
    ...attendanceSentences({
      percentage,
      classDays: classDays.data ? { ...classDays.data, days: counted } : undefined,
    }),
    ...(excuses && days.some((day) => isJustified(day, excuses.excuses))
      ? [
          excuses.counts_justified
            ? 'En este colegio las inasistencias justificadas también bajan el porcentaje.'
            : 'En este colegio las inasistencias justificadas no cuentan en el porcentaje.',
        ]
      : []),
  ]
  const justify = (item: Arrear | AbsenceItem) =>
    form.open(
      'days' in item
        ? absenceSubject(absentRunOf(days, excuses?.excuses ?? [], item.days[0] ?? ''))
        : arrearSubject(item),
    )
  const opened = absence.item ?? arrear.item
  const openedDay = opened && ('days' in opened ? (opened.days[0] ?? '') : dayOf(opened))
  const waits = opened && openedDay && isQueued(queued, 'days' in opened ? 'absence' : 'arrear', openedDay)
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
            {queued.length > 0 && <QueuedExcuses queued={queued} onEdit={form.edit} />}
            {classDays.data !== null && (
              <PagePart query={classDays} shape={<DaysShape />}>
                {excuses ? (
                  <AbsenceRows
                    items={absences}
                    recorded={days.filter(({ status }) => status === 'absent').length}
                    queued={queued}
                    newDays={news.flatMap(({ kind, day }) => (kind === 'absence' && day) || [])}
                    opened={absence.item}
                    onOpen={absence.open}
                    onAnnounce={() => form.open({ kind: 'absence', title: 'Va a faltar' })}
                  />
                ) : (
                  <Absences days={days} news={news} />
                )}
                {!classDays.isLoadingError && <DayStrips days={days} />}
              </PagePart>
            )}
            <PagePart query={attendance} shape={<ArrearsShape />}>
              <Arrears
                arrears={arrears}
                news={news}
                queued={queued}
                opened={arrear.item}
                onOpen={arrear.open}
              />
            </PagePart>
          </div>
        </div>
        <AttendanceDetail
          item={opened}
          latest={arrears[0]}
          excuseOf={(late) =>
            excuses?.excuses.find(({ kind, from }) => kind === 'arrear' && from === dayOf(late))
          }
          justify={excuses && !waits ? justify : undefined}
          onClose={absence.item ? absence.close : arrear.close}
        />
      </div>
      {form.subject && excuses && (
        <ExcuseForm
          key={form.count}
          student_id={student.id}
          subject={form.subject}
          acceptsPdf={excuses.accepts_pdf}
          isOpen={form.isOpen}
          onClose={form.close}
        />
      )}
    </DataPage>
  )
}

const NO_DAYS: [] = []
const dayOf = (arrear: Arrear) => localTimeOf(arrear.date_late).day

function arrearSubject({ date_late }: Arrear): ExcuseSubject {
  const { day, time } = localTimeOf(date_late)
  const line = `${capitalize(longDay(day))}, llegó a las ${time}`
  return { kind: 'arrear', title: 'Justificar atraso', line, days: [day] }
}

const absenceSubject = (days: readonly string[]): ExcuseSubject => ({
  kind: 'absence',
  title: 'Justificar inasistencia',
  days,
})

/** The state of the form: what it is about, and a number for each time that it opens. */
function useExcuseForm() {
  const [state, setState] = useState({
    subject: undefined as ExcuseSubject | undefined,
    isOpen: false,
    count: 0,
  })
  const open = (subject: ExcuseSubject) =>
    setState(({ count }) => ({ subject, isOpen: true, count: count + 1 }))
  return {
    ...state,
    open,
    edit: (queued: QueuedExcuse) => {
      const { kind, from } = queued.request
      const title = kind === 'arrear' ? 'Justificar atraso' : 'Justificar inasistencia'
      open({ kind, title, queued, ...(kind === 'arrear' && { days: [from] }) })
    },
    close: () => setState((shown) => ({ ...shown, isOpen: false })),
  }
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
