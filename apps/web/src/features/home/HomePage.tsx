import type { Student } from '@apoderados/contract/profile'
import CaretRight from '@phosphor-icons/core/assets/bold/caret-right-bold.svg?react'
import Certificate from '@phosphor-icons/core/assets/regular/certificate.svg?react'
import { capitalize, longDay, schoolClock } from '../../shared/format.ts'
import { firstName } from '../../shared/names.ts'
import { Link } from '../../shared/router.tsx'
import { useProfileQuery } from '../../shared/session/profile.ts'
import { useSession } from '../../shared/session/store.ts'
import { DataPage } from '../../shared/ui/DataPage.tsx'
import { PageHeading } from '../../shared/ui/PageHeading.tsx'
import { EstablishmentCard, GuardianCard, StudentCard } from './StudentCards.tsx'

/** spec §2, inicio: everything the school keeps about the student. */
export function HomePage({ student }: { student: Student }) {
  return (
    <DataPage title="Inicio" query={useProfileQuery()} heading={<Greeting />}>
      <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,21.25rem)] lg:items-start lg:gap-6">
        <div className="grid min-w-0 gap-5 lg:gap-7">
          <StudentCard student={student} />
          <EstablishmentCard establishment={student.establishment} />
          <GuardianCard guardian={student.student_parent} />
        </div>
        <Link href="/app/reportes" className="flex min-h-16 items-center gap-4 card px-4 py-3 hover:bg-hover">
          <Certificate className="size-6 shrink-0 text-text-2" />
          <span className="min-w-0 flex-1 font-medium text-row">Reportes y certificados</span>
          <CaretRight className="size-4.5 shrink-0 text-text-3" />
        </Link>
      </div>
    </DataPage>
  )
}

function Greeting() {
  const { profile } = useSession()
  const today = schoolClock(new Date()).day
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
