import { type ComponentType, lazy, useState } from 'react'
import { LoginPage } from '../../features/session/LoginPage.tsx'
import { fetchCode } from '../../shared/api/fetchCode.ts'
import type { AppRoute, DataPage, FramePage, Page, PageComponent, Route } from './route.ts'

/**
 * Makes a page whose code is in a chunk of its own. Once the code has loaded, the page renders without `lazy`: React
 * would show a Suspense fallback for at least 300 ms.
 */
function lazyPage<P extends object>(load: () => Promise<PageComponent<P>>) {
  let loadedPage: PageComponent<P> | undefined
  const fetchPage = async () => {
    loadedPage = await load()
    return { default: loadedPage }
  }
  const Lazy: ComponentType<P> = lazy(() => fetchCode(fetchPage))
  function Page(props: P) {
    const [PageComponent] = useState(() => loadedPage ?? Lazy) // fixed once mounted, so that the page keeps its state
    return <PageComponent {...props} />
  }
  return { load: fetchPage, Page }
}
const publicPage = (load: () => Promise<Page>): Route => ({ kind: 'public', ...lazyPage<object>(load) })
const plainPage = (load: () => Promise<Page>): Route => ({ kind: 'plain', ...lazyPage<object>(load) })
const dataPage = (title: string, load: () => Promise<DataPage>, next?: AppRoute): AppRoute => ({
  kind: 'data',
  title,
  next,
  ...lazyPage(load),
})

const frame = lazyPage<Parameters<FramePage>[0]>(() =>
  import('../frame/AppFrame.tsx').then((m) => m.AppFrame),
)
/** The frame around a signed-in parent's pages, in a chunk that the sign-in does not load. */
export const AppFrame = frame.Page

const grades = dataPage('Calificaciones', () =>
  import('../../features/grades/GradesPage.tsx').then((m) => m.GradesPage),
)

/** The route table of spec §2; the guard redirects `/` and `/app`. */
const routes: Record<string, Route> = {
  '/login': { kind: 'public', Page: LoginPage },
  '/auth/recuperar_contraseña': publicPage(() =>
    import('../../features/session/RecoveryPage.tsx').then((m) => m.RecoveryPage),
  ),
  '/auth/cambiar_contraseña': publicPage(() =>
    import('../../features/session/RecoveryChangePage.tsx').then((m) => m.RecoveryChangePage),
  ),
  '/app/inicio': dataPage(
    'Inicio',
    () => import('../../features/home/HomePage.tsx').then((m) => m.HomePage),
    grades,
  ),
  '/app/agenda': dataPage('Agenda', () =>
    import('../../features/agenda/AgendaPage.tsx').then((m) => m.AgendaPage),
  ),
  '/app/horario': dataPage('Horario', () =>
    import('../../features/timetable/TimetablePage.tsx').then((m) => m.TimetablePage),
  ),
  '/app/calificaciones': grades,
  '/app/observaciones': dataPage('Observaciones', () =>
    import('../../features/observations/ObservationsPage.tsx').then((m) => m.ObservationsPage),
  ),
  '/app/asistencia': dataPage('Asistencia', () =>
    import('../../features/attendance/AttendancePage.tsx').then((m) => m.AttendancePage),
  ),
  '/app/companeros': dataPage('Compañeros', () =>
    import('../../features/classmates/ClassmatesPage.tsx').then((m) => m.ClassmatesPage),
  ),
  '/app/reportes': dataPage('Reportes', () =>
    import('../../features/reports/ReportsPage.tsx').then((m) => m.ReportsPage),
  ),
  '/app/configuraciones': plainPage(() =>
    import('../../features/settings/SettingsPage.tsx').then((m) => m.SettingsPage),
  ),
}

const notFound = plainPage(() => import('./NotFoundPage.tsx').then((m) => m.NotFoundPage))

export const isKnown = (path: string): boolean => Object.hasOwn(routes, path)

export const routeOf = (path: string): Route => (isKnown(path) ? routes[path] : undefined) ?? notFound

/**
 * Fetches a page's code before it is opened; only opening it reports a failure. With a student, the page's data is
 * prefetched as well.
 */
export async function preload(path: string, student_id?: number): Promise<void> {
  const route = routeOf(path)
  const page = async () => {
    const { default: Page } = (await route.load?.()) ?? {}
    if (student_id) await Page?.prefetch?.(student_id)
  }
  await Promise.allSettled([page(), route.kind !== 'public' && frame.load()])
}
