import type { Student } from '@apoderados/contract/profile'
import CaretRight from '@phosphor-icons/core/assets/bold/caret-right-bold.svg?react'
import Certificate from '@phosphor-icons/core/assets/regular/certificate.svg?react'
import { type ComponentProps, useState } from 'react'
import { isNative } from '../../shared/device/native.ts'
import { useDesktop } from '../../shared/device/screen/screen.ts'
import { useSchoolClock } from '../../shared/device/time/clock.ts'
import { Link } from '../../shared/router.tsx'
import { useProfileQuery } from '../../shared/session/profile.ts'
import { useSession } from '../../shared/session/store.ts'
import { capitalize, longDay } from '../../shared/text/format.ts'
import { firstName } from '../../shared/text/names.ts'
import { DataPage } from '../../shared/ui/page/DataPage.tsx'
import { lazyComponent, lazyPart } from '../../shared/ui/page/lazyComponent.tsx'
import { PageHeading } from '../../shared/ui/page/PageHeading.tsx'
import { EstablishmentCard, GuardianCard, StudentCard } from './StudentCards.tsx'
import './home.css'

const loadTodayCard = () => import('./TodayCard.tsx')

const TodayCard = lazyPart(() => loadTodayCard().then((today) => today.TodayCard))
const FamilyStrip = lazyPart(() => import('./FamilyStrip.tsx').then((family) => family.FamilyStrip))

const PushCard = lazyComponent(() => import('./PushCard.native.tsx').then((m) => m.PushCard))

type PageState = Parameters<ComponentProps<typeof TodayCard>['onState']>[0]

/** The profile's query, with the state of the whole page instead of the profile's once `TodayCard` has reported it. */
function useHomeQuery(page: PageState | undefined) {
  const profile = useProfileQuery()
  const refetch = () =>
    Promise.allSettled([profile.refetch(), loadTodayCard().then((today) => today.refetchActiveQueries())])
  return { ...profile, ...page, refetch }
}

/** spec §2, inicio: the student's school day, then the school's data about the student. */
export function HomePage({ student }: { student: Student }) {
  const [state, setState] = useState<PageState>()
  const { students } = useSession()
  const hasStrip = useDesktop() && (students?.length ?? 0) > 1
  return (
    <DataPage title="Inicio" query={useHomeQuery(state)} heading={<Greeting />}>
      <div className="home">
        {hasStrip && (
          <FamilyStrip student={student} fallback={<div className="skeleton card home-waiting mb-7" />} />
        )}
        <div className="home-columns">
          {student.enrollment && (
            <div className="home-today">
              <TodayCard
                student={student}
                hasStrip={hasStrip}
                onState={setState}
                fallback={<div className="skeleton card home-waiting" />}
              />
            </div>
          )}
          <div className="home-student grid min-w-0 gap-5 lg:gap-7">
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
    <Link
      href="/app/reportes"
      className="home-last flex min-h-16 items-center gap-4 card px-4 py-3 hover:bg-hover"
    >
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
      <PageHeading title="Inicio">Hola, {firstName(profile?.name ?? '')}</PageHeading>
      <p className="order-first text-small text-text-2 lg:order-none lg:text-body">
        {capitalize(longDay(today))}
        <span className="hidden lg:inline"> de {today.slice(0, 4)}</span>
      </p>
    </div>
  )
}
