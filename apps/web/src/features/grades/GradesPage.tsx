import type { PageReadCallName } from '@apoderados/contract/calls/api'
import type { Student } from '@apoderados/contract/profile'
import { useEffect, useState } from 'react'
import { combineQueries } from '../../shared/api/pageQuery.ts'
import { queryClient } from '../../shared/api/queryClient.ts'
import { useApi, useApis } from '../../shared/api/useApi.ts'
import { useUnreadNews } from '../../shared/news/useUnreadNews.ts'
import { isSettled, useTabParam } from '../../shared/searchParams.ts'
import { onSessionChange } from '../../shared/session/store.ts'
import { TabList, TabPanel } from '../../shared/ui/content/Tabs.tsx'
import { EmptyList } from '../../shared/ui/notices/EmptyList.tsx'
import { Skeleton } from '../../shared/ui/notices/Skeleton.tsx'
import { DataPage } from '../../shared/ui/page/DataPage.tsx'
import { PageHeading } from '../../shared/ui/page/PageHeading.tsx'
import { FinalTable } from './FinalTable.tsx'
import { LIST, PeriodGrades } from './PeriodGrades.tsx'
import { NewGradesContext, periodNamed, usePrefetchedMarks } from './periodMarks.ts'

/** The calls whose responses the detail of a subject shows. */
const SUBJECT_CALLS: readonly PageReadCallName[] = ['getPeriodQualificationsBySubject', 'getPeriodMarks']

/** The tab that the app adds to those of the sub-periods (spec §4); selecting it sends no call. */
const FINAL_TAB = { id: 'final', label: 'Final' }

/** The tabs: in rows of equal columns on a phone, in one row beside the title on a desktop. */
const TABS =
  'segments lg:min-w-[min(24rem,100%)] lg:max-w-full lg:auto-cols-[minmax(0,1fr)] lg:grid-flow-col lg:grid-cols-none [&>.segment]:hyphens-auto [&>.segment]:text-center lg:[&>.segment]:px-5'

/** On a phone the panel fills the page, so that the average is above the bottom bar. */
const GRADES =
  'grades max-lg:flex max-lg:flex-1 max-lg:flex-col max-lg:[container-type:inline-size] max-lg:[&>.beside]:flex-1 max-lg:[&>.beside]:[container-type:inline-size]'

/** spec §2, calificaciones: the averages of the subjects, in a tab for each sub-period. */
export function GradesPage({ student }: { student: Student }) {
  const { tab, chooseTab, periods, chosen, query, isListPending, areAveragesSettled } = useGrades(student.id)
  const isOfTab = (period_id: number | null) => tab !== FINAL_TAB.id && period_id === chosen?.id
  const { news, unread } = useUnreadNews(
    student.id,
    ['grade'],
    ({ sub_period_id }) => isOfTab(sub_period_id) && areAveragesSettled,
  )
  const hasNews = (id: number) => unread.some(({ sub_period_id }) => sub_period_id === id)
  const tabs = [
    ...periods.map(({ id, name }) => ({ id: String(id), label: name, hasNews: hasNews(id) })),
    FINAL_TAB,
  ]
  const selected = tab === FINAL_TAB.id ? tab : String(chosen?.id)
  const tabGroup = { group: 'grades', selected }
  const heading = (
    <div className="mb-5 grid gap-5 lg:flex lg:flex-wrap lg:items-center lg:justify-between lg:gap-x-6 lg:gap-y-4">
      <PageHeading title="Calificaciones" />
      {isListPending && <TabsSkeleton />}
      {chosen && (
        <TabList
          {...tabGroup}
          label="Período"
          tabs={tabs}
          onSelect={chooseTab}
          className={`${TABS} ${
            tabs.length > 4
              ? 'grid-cols-[repeat(auto-fit,minmax(min(6rem,100%),1fr))]'
              : 'grid-cols-[repeat(auto-fit,minmax(min(4.75rem,100%),1fr))]'
          }`}
        />
      )}
    </div>
  )
  const skeleton = <GradesSkeleton />
  return (
    <DataPage
      title="Calificaciones"
      query={query}
      heading={heading}
      skeleton={chosen ? <TabPanel {...tabGroup}>{skeleton}</TabPanel> : skeleton}
    >
      {chosen ? (
        <TabPanel {...tabGroup} className={GRADES}>
          {selected === FINAL_TAB.id ? (
            <FinalTable periods={periods} />
          ) : (
            <NewGradesContext value={news.filter(({ sub_period_id }) => isOfTab(sub_period_id))}>
              <PeriodGrades
                key={chosen.id}
                student_id={student.id}
                period={chosen}
                periods={periods}
                isSettled={areAveragesSettled}
              />
            </NewGradesContext>
          )}
        </TabPanel>
      ) : (
        <EmptyList
          isIncomplete={query.isLoadingError}
          hint="Cuando empiece el primer período, verás aquí las calificaciones."
        />
      )}
    </DataPage>
  )
}

/** The tab that was last shown of each student, to show it again when the parent returns to the page in this visit. */
const lastTabs = new Map<number, string>()
onSessionChange((session, before) => session.auth_token !== before.auth_token && lastTabs.clear())

/** Loads the sub-periods and the averages of the selected tab; then all other averages, and all periods' marks. */
function useGrades(student_id: number) {
  const [isAnyShown, setAnyShown] = useState(false)
  const subPeriods = useApi('getSubPeriods', { student_id })
  const list = subPeriods.data ?? [] // spec §8: empty after a failed load
  const [addressedTab, chooseTab] = useTabParam(
    'periodo',
    (value) => (value === FINAL_TAB.id ? value : periodNamed(value, list)),
    isSettled(subPeriods) && list.length > 0,
  )
  useEffect(() => {
    if (addressedTab) lastTabs.set(student_id, addressedTab)
  }, [student_id, addressedTab])
  const tab = addressedTab ?? lastTabs.get(student_id)
  const index = Math.max(
    list.findIndex(({ id }) => String(id) === tab),
    0,
  )
  const requests = list.map(({ id }) => ({ student_id, establishment_sub_period_id: id }))
  const responses = useApis(
    'getPeriodQualifications',
    requests,
    ({ establishment_sub_period_id }) => isAnyShown || establishment_sub_period_id === list[index]?.id,
  )
  const hasAnyResponse = responses.some(({ data }) => data)
  useEffect(() => {
    if (hasAnyResponse) setAnyShown(true)
  }, [hasAnyResponse])
  usePrefetchedMarks(requests, isAnyShown)

  const periods = list.map((period, position) => ({ ...period, grades: responses[position]?.data }))
  const settled = responses.filter(({ isPending }) => !isPending)
  const chosen = responses.slice(index, index + 1)
  const shownPeriods = tab === FINAL_TAB.id && settled.length > 0 ? settled : chosen
  const page = combineQueries(subPeriods, ...new Set([...chosen, ...settled]))
  // A refresh of the page also refreshes the open subject, which a desktop shows beside the list.
  const refetch = () =>
    Promise.all([
      page.refetch(),
      ...SUBJECT_CALLS.map((name) => queryClient.refetchQueries({ queryKey: [name], type: 'active' })),
    ])
  return {
    tab,
    chooseTab,
    periods,
    chosen: periods[index],
    areAveragesSettled: !!responses[index] && isSettled(responses[index]),
    query: { ...combineQueries(subPeriods, ...shownPeriods), refetch },
    isListPending: subPeriods.isPending,
  }
}

/** The CSS classes for the widths of the rows' names. They are unique, as they are also the rows' React keys. */
const NAME_WIDTHS = ['w-3/5', 'w-2/5', 'w-3/4', 'w-1/2', 'w-1/3', 'w-5/12', 'w-3/8', 'w-7/12', 'w-2/3']

/** The skeleton of the tabs, shown while the sub-periods load. */
const TabsSkeleton = () => (
  <div className="segments skeleton">
    <div className="segment w-48 max-w-full" />
  </div>
)

/** The skeleton of the subjects: rows with a name above a bar, and a number at the right. */
function GradesSkeleton() {
  return (
    <Skeleton>
      <div className="beside">
        <div className={LIST}>
          <div className="max-lg:card">
            {NAME_WIDTHS.map((width) => (
              <div key={width} className="flex min-h-(--row-h) items-center gap-3 px-4">
                <div className="grid flex-1 gap-2.5">
                  <div className={`skeleton-bar h-3.5 ${width}`} />
                  <div className="skeleton-bar h-1" />
                </div>
                <div className="skeleton-bar h-5 w-10" />
                <div className="size-4.5" />
              </div>
            ))}
          </div>
        </div>
      </div>
    </Skeleton>
  )
}
