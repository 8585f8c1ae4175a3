import type { Student } from '@apoderados/contract/profile'
import type { ComponentType } from 'react'
import { LoginPage } from '../../features/session/LoginPage.tsx'
import { lazyComponent } from '../../shared/ui/page/lazyComponent.tsx'
import type { AppRoute, FramePage, Route } from './route.ts'

type Load<P> = () => Promise<ComponentType<P>>
const publicPage = (load: Load<object>): Route => ({ kind: 'public', Page: lazyComponent(load) })
const plainPage = (load: Load<object>): AppRoute => ({ kind: 'plain', Page: lazyComponent(load) })
const dataPage = (title: string, load: Load<{ student: Student }>): AppRoute => ({
  kind: 'data',
  title,
  Page: lazyComponent(load),
})

/** The frame around a signed-in parent's pages. It is in a chunk that the sign-in page does not need. */
export const AppFrame = lazyComponent(
  (): Promise<FramePage> => import('../frame/AppFrame.tsx').then((m) => m.AppFrame),
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
  '/app/inicio': dataPage('Inicio', () => import('../../features/home/HomePage.tsx').then((m) => m.HomePage)),
  '/app/agenda': dataPage('Agenda', () =>
    import('../../features/agenda/AgendaPage.tsx').then((m) => m.AgendaPage),
  ),
  '/app/horario': dataPage('Horario', () =>
    import('../../features/timetable/TimetablePage.tsx').then((m) => m.TimetablePage),
  ),
  '/app/calificaciones': dataPage('Calificaciones', () =>
    import('../../features/grades/GradesPage.tsx').then((m) => m.GradesPage),
  ),
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

/** Fetches a page's code in advance; opening the page retries failures. */
export async function preload(path: string): Promise<void> {
  const route = routeOf(path)
  await Promise.allSettled([route.Page.load?.(), route.kind !== 'public' && AppFrame.load()])
}
