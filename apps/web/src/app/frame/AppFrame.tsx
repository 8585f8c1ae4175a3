import type { Student } from '@apoderados/contract/profile'
import { type ReactNode, useEffect, useState } from 'react'
import { NewsBell } from '../../features/news/NewsBell.tsx'
import { useProfileRefresh } from '../../shared/api/profileQuery.ts'
import { useDesktop } from '../../shared/device/screen/screen.ts'
import { useDialogEntry } from '../../shared/dialogEntry.ts'
import { usePath, useSearch } from '../../shared/router.tsx'
import { selectedStudent } from '../../shared/session/session.ts'
import { dispatch, useSession } from '../../shared/session/store.ts'
import { shortName } from '../../shared/text/names.ts'
import { ModalDialog } from '../../shared/ui/dialogs/ModalDialog.tsx'
import { Skeleton } from '../../shared/ui/notices/Skeleton.tsx'
import { HeaderSlot } from '../../shared/ui/page/DataPage.tsx'
import { lazyComponent } from '../../shared/ui/page/lazyComponent.tsx'
import { ErrorBoundary } from '../ErrorBoundary.tsx'
import { subscribePrinting } from '../page/printHeading.ts'
import type { AppRoute } from '../routes/route.ts'
import { BottomBar } from './BottomBar.tsx'
import { Shell } from './Shell.tsx'
import { SideMenu } from './SideMenu.tsx'
import { StudentBar } from './StudentBar.tsx'
import './frame.css'

const ForcedChange = lazyComponent(() => import('../session/ForcedChange.tsx').then((m) => m.ForcedChange))

const NoStudentsPage = lazyComponent(() => import('./NoStudentsPage.tsx').then((m) => m.NoStudentsPage))

const AddressedStudent = lazyComponent(() => import('./AddressedStudent.tsx').then((m) => m.AddressedStudent))

/** The frame around every page of a signed-in parent. Without a stored profile it shows the shell until one has loaded. */
export function AppFrame({ route }: { route: AppRoute }) {
  useProfileRefresh()
  useEffect(() => subscribePrinting(), [])
  const session = useSession()
  const { profile } = session
  const isDesktop = useDesktop()
  const path = usePath()
  const [announced, setAnnounced] = useState('')
  const removal = useRemovalNotice(session)
  const menu = useDialogEntry('menu')
  const student = selectedStudent(session)
  const students = session.students ?? []
  if (!profile) return <Shell />
  const mustChangePassword = !profile.password_changed // spec §4: the page is inert until the password is changed

  const select = (chosen: Student) => {
    dispatch({ type: 'studentSelected', student_id: chosen.id })
    setAnnounced(`Datos de ${shortName(chosen)}`)
  }

  return (
    <>
      <div inert={mustChangePassword} className="lg:grid lg:grid-cols-[var(--menu-w)_minmax(0,1fr)]">
        <a
          href="#contenido"
          className="skip-link fixed top-2 left-2 z-(--z-toast) [transform:translateY(-200%)] rounded-md bg-accent px-4 py-3 font-semibold text-on-accent focus:[transform:none]"
        >
          Ir al contenido
        </a>
        {isDesktop && (
          <aside className="sticky top-(--safe-top) h-(--page-h) overflow-y-auto border-line border-r bg-surface">
            <SideMenu profile={profile} />
          </aside>
        )}
        <div className="flex min-h-(--page-h) min-w-0 flex-col">
          <ControlsSlotProvider
            bar={student && <StudentBar students={students} student={student} onSelect={select} />}
            bell={student && <NewsBell students={students} selected={student} onSelect={select} />}
            hasBar={route.kind === 'data'}
          >
            <p aria-live="polite" className="sr-only">
              {announced}
            </p>
            <p
              role="status"
              className="mx-(--gutter) rounded-md bg-accent-soft not-empty:my-3 not-empty:p-4 text-body"
            >
              {removal}
            </p>
            <main id="contenido" tabIndex={-1} className="flex flex-1 flex-col">
              {/* A page that crashes leaves the menu usable. `key` limits its error to that page of that child. */}
              <ErrorBoundary key={path + student?.id}>
                <RoutePage route={route} student={student} />
              </ErrorBoundary>
            </main>
          </ControlsSlotProvider>
          <BottomBar isMenuOpen={menu.isOpen} onMenu={menu.open} />
        </div>
        <ModalDialog className="drawer" aria-label="Menú" isOpen={menu.isOpen} onClose={menu.close}>
          {menu.isOpen && (
            <div className="h-full overflow-y-auto overscroll-contain">
              <SideMenu profile={profile} onClose={menu.close} />
            </div>
          )}
        </ModalDialog>
      </div>
      {mustChangePassword && <ForcedChange />}
    </>
  )
}

/**
 * Returns the text that the school has removed the selected student from the parent's list, and whose data is shown
 * now; '' otherwise, and after another choice or change of page.
 */
function useRemovalNotice(session: ReturnType<typeof useSession>): string {
  const path = usePath()
  const student = selectedStudent(session)
  const [shown, setShown] = useState(student)
  const [removed, setRemoved] = useState<{ name: string; path: string; next: number | undefined }>()
  if (shown?.id !== student?.id) {
    setShown(student)
    const isListed = session.students?.some(({ id }) => id === shown?.id)
    if (shown && !isListed) setRemoved({ name: shortName(shown), path, next: student?.id })
  }
  if (!removed || removed.path !== path || removed.next !== student?.id) return ''
  return `Ya no tienes acceso a los datos de ${removed.name}.${student ? ` Ahora ves los de ${shortName(student)}.` : ''}`
}

/**
 * Renders the student bar and the children under it, and provides the children with the slot for their controls in the
 * bar. The slot exists before the bar is mounted, so that the first render includes the controls.
 */
function ControlsSlotProvider(props: {
  bar: ReactNode
  bell: ReactNode
  hasBar: boolean
  children: ReactNode
}) {
  const [slot] = useState(() => document.createElement('div'))
  return (
    <HeaderSlot value={props.hasBar ? slot : null}>
      {props.hasBar && (
        <header className="student-bar">
          <div className="student-place flex min-w-0 flex-[1_1_11rem]">{props.bar}</div>
          <div className="-mr-2.5 ml-auto flex shrink-0 items-center">
            {props.bell}
            <div ref={(place) => place?.append(slot)} />
          </div>
        </header>
      )}
      {props.children}
    </HeaderSlot>
  )
}

function RoutePage({ route, student }: { route: AppRoute; student: Student | undefined }): ReactNode {
  const fallback = <PageSkeleton />
  if (useSearch().includes('alumno=')) return <AddressedStudent fallback={fallback} />
  if (route.kind === 'plain') return <route.Page fallback={fallback} />
  if (!student) return <NoStudentsPage title={route.title} fallback={fallback} />
  // `key` mounts a new page for each child, without the state of the previous one.
  return <route.Page key={student.id} student={student} fallback={fallback} />
}

function PageSkeleton() {
  return (
    <div className="page">
      <div className="skeleton mb-6">
        <div className="skeleton-bar h-8 w-48 max-w-full" />
      </div>
      <Skeleton />
    </div>
  )
}
