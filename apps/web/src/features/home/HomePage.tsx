import type { Student } from '@apoderados/contract/profile'
import CaretRight from '@phosphor-icons/core/assets/bold/caret-right-bold.svg?react'
import Certificate from '@phosphor-icons/core/assets/regular/certificate.svg?react'
import type { ReactNode } from 'react'
import { combineQueries, type PageQuery } from '../../shared/api/pageQuery.ts'
import { useProfileQuery } from '../../shared/api/profileQuery.ts'
import { queryClient } from '../../shared/api/queryClient.ts'
import { useApis } from '../../shared/api/useApi.ts'
import { isNative } from '../../shared/device/native.ts'
import { useDesktop } from '../../shared/device/screen/screen.ts'
import { useSchoolClock } from '../../shared/device/time/clock.ts'
import { Link } from '../../shared/router.tsx'
import { useSession } from '../../shared/session/store.ts'
import { capitalize, longDay } from '../../shared/text/format.ts'
import { firstName } from '../../shared/text/names.ts'
import { DataPage } from '../../shared/ui/page/DataPage.tsx'
import { lazyComponent } from '../../shared/ui/page/lazyComponent.tsx'
import { PageHeading } from '../../shared/ui/page/PageHeading.tsx'
import { EstablishmentCard, GuardianCard, StudentCard } from './StudentCards.tsx'
import { TodaySkeleton } from './TodaySkeleton.tsx'
import { usePrefetch } from './usePrefetch.ts'
import { useToday } from './useToday.ts'

const TodayCard = lazyComponent(() => import('./TodayCard.tsx').then((m) => m.TodayCard))
/** The school's notices. Inicio shows none if their code does not load. */
const NoticeCards = lazyComponent(
  () => import('../../shared/notices/NoticeCards.tsx').then((m) => m.NoticeCards),
  () => null,
)
const FamilyStrip = lazyComponent(() => import('./FamilyStrip.tsx').then((m) => m.FamilyStrip))
const PushCard = lazyComponent(() => import('./PushCard.native.tsx').then((m) => m.PushCard))

type Props = { student: Student }

/** spec §2, inicio: the student's school day, then the school's data about the student. */
export function HomePage({ student }: Props) {
  return student.enrollment ? <EnrolledHome student={student} /> : <Home student={student} />
}

/** Refetches the queries of the page, among them those of the card of today. */
const refetchPage = (profile: PageQuery) =>
  Promise.all([profile.refetch(), queryClient.refetchQueries({ type: 'active' }, { cancelRefetch: false })])

function EnrolledHome({ student }: Props) {
  const profile = useProfileQuery()
  const today = useToday(student)
  const family = useApis('getFamilyOverview', useStrip() ? [{ date: today.clock.day }] : [])
  usePrefetch(student.id, today.clock.day, !today.query.isPending)
  // The page has data before the card has: a failed load of a part of the card counts as a failed refresh.
  const card = combineQueries(today.query, ...family)
  const isCardMissing = card.isLoadingError && card.dataUpdatedAt === 0
  const query = {
    ...combineQueries(profile, { ...card, isPending: false, isLoadingError: isCardMissing }),
    ...(isCardMissing && { dataUpdatedAt: 0 }),
    refetch: () => refetchPage(profile),
  }
  return (
    <Home student={student} query={query} today={<TodayCard today={today} fallback={<TodaySkeleton />} />} />
  )
}

/** Whether the page shows the strip with all children. */
function useStrip(): boolean {
  const { students } = useSession()
  return useDesktop() && (students?.length ?? 0) > 1
}

function Home({ student, query, today }: Props & { query?: PageQuery; today?: ReactNode }) {
  const profile = useProfileQuery()
  return (
    <DataPage title="Inicio" query={query ?? profile} heading={<Greeting />}>
      <div className="@container">
        <NoticeCards />
        {useStrip() && (
          <FamilyStrip student={student} fallback={<div className="skeleton card mb-7 min-h-70" />} />
        )}
        {/* On a desktop the student's data is in the narrow column; the limit is in rem, as large text needs more width.
            On a phone they are under the card, which would move them when it has loaded: until then they are hidden. */}
        <div className="grid gap-5 max-lg:has-[.skeleton]:[&>:not(.home-today)]:invisible lg:gap-7 lg:@min-[41rem]:has-[>.home-today:not(:empty)]:grid-cols-[minmax(0,1fr)_minmax(0,21.25rem)] lg:@min-[41rem]:has-[>.home-today:not(:empty)]:grid-rows-[auto_1fr] lg:@min-[41rem]:has-[>.home-today:not(:empty)]:items-start lg:@min-[41rem]:has-[>.home-today:not(:empty)]:gap-x-6">
          {today && <div className="home-today empty:hidden lg:@min-[41rem]:row-span-2">{today}</div>}
          <div className="grid min-w-0 gap-5 lg:gap-7">
            <StudentCard student={student} />
            <EstablishmentCard establishment={student.establishment} />
            <GuardianCard guardian={student.student_parent} />
            {isNative() && <PushCard />}
          </div>
          <ReportsLink />
        </div>
      </div>
    </DataPage>
  )
}

function ReportsLink() {
  return (
    <Link href="/app/reportes" className="flex min-h-16 items-center gap-4 card px-4 py-3 hover:bg-hover">
      <Certificate className="size-6 shrink-0 text-text-2" />
      <span className="min-w-0 flex-1 font-medium text-row">Reportes y certificados</span>
      <CaretRight className="size-4.5 shrink-0 text-text-3" />
    </Link>
  )
}

function Greeting() {
  const { profile } = useSession()
  const today = useSchoolClock().day
  return (
    <div className="mb-5 flex flex-col gap-x-6 gap-y-1 lg:mb-7 lg:flex-row lg:items-baseline lg:justify-between">
      <PageHeading title="Inicio">{`Hola, ${firstName(profile?.name ?? '')}`}</PageHeading>
      <p className="order-first text-small text-text-2 lg:order-none lg:text-body">
        <span>{capitalize(longDay(today))}</span>
        <span className="hidden lg:inline">{` de ${today.slice(0, 4)}`}</span>
      </p>
    </div>
  )
}
