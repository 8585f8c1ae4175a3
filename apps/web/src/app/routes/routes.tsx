import { config } from '../../config.ts'
import { LoginPage } from '../../features/session/LoginPage.tsx'
import { selectedStudent } from '../../shared/session/session.ts'
import { getSession } from '../../shared/session/store.ts'
import { lazyComponent } from '../../shared/ui/page/lazyComponent.tsx'
import type { AppRoute, DataPage, FramePage, Page, PageComponent, Route } from './route.ts'

/** Loads the device's copies of a page's data, so that its first render has data; waits at most `pageDataWaitMs`. */
async function restoreData({ prefetch }: PageComponent<never>): Promise<void> {
  const student = selectedStudent(getSession())
  const timeout = new Promise((resolve) => setTimeout(resolve, config.pageDataWaitMs))
  if (student && prefetch) await Promise.race([prefetch(student.id), timeout])
}

const lazyPage = <P extends object>(load: () => Promise<PageComponent<P>>) =>
  lazyComponent(load, { prepare: restoreData })
const publicPage = (load: () => Promise<Page>): Route => ({ kind: 'public', Page: lazyPage(load) })
const plainPage = (load: () => Promise<Page>): Route => ({ kind: 'plain', Page: lazyPage(load) })
const dataPage = (title: string, load: () => Promise<DataPage>, next?: AppRoute): AppRoute => ({
  kind: 'data',
  title,
  next,
  Page: lazyPage(load),
})

/** The frame around a signed-in parent's pages. It is in a chunk that the sign-in page does not need. */
export const AppFrame = lazyComponent(
  (): Promise<FramePage> => import('../frame/AppFrame.tsx').then((m) => m.AppFrame),
)

const gradesRoute = dataPage('Calificaciones', () =>
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
    gradesRoute,
  ),
  '/app/agenda': dataPage('Agenda', () =>
    import('../../features/agenda/AgendaPage.tsx').then((m) => m.AgendaPage),
  ),
  '/app/horario': dataPage('Horario', () =>
    import('../../features/timetable/TimetablePage.tsx').then((m) => m.TimetablePage),
  ),
  '/app/calificaciones': gradesRoute,
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

const notFoundRoute = plainPage(() => import('./NotFoundPage.tsx').then((m) => m.NotFoundPage))

export const isKnownPath = (path: string): boolean => Object.hasOwn(routes, path)

export const routeOf = (path: string): Route =>
  (isKnownPath(path) ? routes[path] : undefined) ?? notFoundRoute

/** Fetches a page's code and, with `student_id`, that student's data in advance; opening the page retries failures. */
export async function preload(path: string, student_id?: number): Promise<void> {
  const route = routeOf(path)
  const page = async () => {
    const Page = await route.Page.load?.()
    if (student_id) await Page?.prefetch?.(student_id)
  }
  await Promise.allSettled([page(), route.kind !== 'public' && AppFrame.load()])
}
