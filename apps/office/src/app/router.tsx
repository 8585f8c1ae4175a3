import { noticeLists } from '@apoderados/contract/office/notices'
import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import * as z from 'zod/mini'
import { OfficeError } from '../shared/api.ts'
import { meQuery, queryClient } from '../shared/queries.ts'
import { showTimesIn } from '../shared/text.ts'
import { PageMessage, Pending } from '../shared/ui/notices.tsx'
import { Layout } from './Layout.tsx'
import { SignInPage } from './SignInPage.tsx'

const NotFound = () => <PageMessage title="Esta página no existe">Revise la dirección.</PageMessage>

const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({ notFoundComponent: NotFound })

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/ingreso',
  validateSearch: z.object({ volver: z.optional(z.string().check(z.startsWith('/'))) }),
  component: SignInPage,
})

const enrolRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/registro',
  component: lazyRouteComponent(() => import('../features/session/EnrolPage.tsx'), 'EnrolPage'),
})

/** The pages of a signed-in member of the staff. */
const staffRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'staff',
  async beforeLoad({ context, location }) {
    const me = await context.queryClient.ensureQueryData(meQuery).catch((error: unknown) => {
      if (error instanceof OfficeError && error.status === 401)
        throw redirect({ to: '/ingreso', search: { volver: location.href } })
      throw error
    })
    return { me }
  },
})

const startRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: '/',
  beforeLoad({ context: { me } }) {
    const [school] = me.schools
    if (school) throw redirect({ to: '/colegios/$schoolId/hoy', params: { schoolId: String(school.id) } })
  },
  component: () => (
    <PageMessage title="No trabaja en ningún colegio">
      La dirección de su colegio puede darle acceso.
    </PageMessage>
  ),
})

const schoolRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: '/colegios/$schoolId',
  beforeLoad({ context: { me }, params }) {
    const school = me.schools.find(({ id }) => String(id) === params.schoolId)
    if (school) showTimesIn(school.time_zone)
  },
  component: Layout,
})

const pageRoutes = [
  createRoute({
    getParentRoute: () => schoolRoute,
    path: '/hoy',
    component: lazyRouteComponent(() => import('../features/today/TodayPage.tsx'), 'TodayPage'),
  }),
  createRoute({
    getParentRoute: () => schoolRoute,
    path: '/registro',
    validateSearch: z.object({
      quien: z.optional(z.int()),
      accion: z.optional(z.string()),
      estudiante: z.optional(z.int()),
      desde: z.optional(z.string()),
      hasta: z.optional(z.string()),
      pagina: z.optional(z.int()),
    }),
    component: lazyRouteComponent(() => import('../features/register/RegisterPage.tsx'), 'RegisterPage'),
  }),
  createRoute({
    getParentRoute: () => schoolRoute,
    path: '/documentos',
    validateSearch: z.object({
      ver: z.optional(z.string()),
      pagina: z.optional(z.int()),
    }),
    component: lazyRouteComponent(() => import('../features/documents/DocumentsPage.tsx'), 'DocumentsPage'),
  }),
  createRoute({
    getParentRoute: () => schoolRoute,
    path: '/comunicados',
    validateSearch: z.object({
      lista: z.optional(z.enum(noticeLists)),
      ver: z.optional(z.int()),
    }),
    component: lazyRouteComponent(() => import('../features/notices/NoticesPage.tsx'), 'NoticesPage'),
  }),
  createRoute({
    getParentRoute: () => schoolRoute,
    path: '/comunicados/$noticeId',
    component: lazyRouteComponent(() => import('../features/notices/NoticeEditor.tsx'), 'NoticeEditorPage'),
  }),
  createRoute({
    getParentRoute: () => schoolRoute,
    path: '/carga',
    component: lazyRouteComponent(() => import('../features/loads/LoadsPage.tsx'), 'LoadsPage'),
  }),
  createRoute({
    getParentRoute: () => schoolRoute,
    path: '/carga/$loadId',
    component: lazyRouteComponent(() => import('../features/loads/LoadPage.tsx'), 'LoadPage'),
  }),
  createRoute({
    getParentRoute: () => schoolRoute,
    path: '/personas',
    validateSearch: z.object({
      curso: z.optional(z.int()),
      ver: z.optional(z.enum(['sin-ingresar', 'sin-alcance'])),
    }),
    component: lazyRouteComponent(() => import('../features/people/PeoplePage.tsx'), 'PeoplePage'),
  }),
  createRoute({
    getParentRoute: () => schoolRoute,
    path: '/personas/$studentId',
    component: lazyRouteComponent(() => import('../features/people/StudentPage.tsx'), 'StudentPage'),
  }),
  createRoute({
    getParentRoute: () => schoolRoute,
    path: '/solicitudes',
    validateSearch: z.object({
      ver: z.optional(z.string()),
      pagina: z.optional(z.int()),
      abierta: z.optional(z.int()),
    }),
    component: lazyRouteComponent(() => import('../features/privacy/RequestsPage.tsx'), 'RequestsPage'),
  }),
  createRoute({
    getParentRoute: () => schoolRoute,
    path: '/justificaciones',
    validateSearch: z.object({
      ver: z.optional(z.string()),
      tipo: z.optional(z.string()),
      curso: z.optional(z.int()),
      dia: z.optional(z.string()),
      pagina: z.optional(z.int()),
      abierta: z.optional(z.int()),
    }),
    component: lazyRouteComponent(() => import('../features/excuses/ExcusesPage.tsx'), 'ExcusesPage'),
  }),
  createRoute({
    getParentRoute: () => schoolRoute,
    path: '/cuenta',
    component: lazyRouteComponent(() => import('../features/account/AccountPage.tsx'), 'AccountPage'),
  }),
  createRoute({
    getParentRoute: () => schoolRoute,
    path: '/ajustes',
    component: lazyRouteComponent(() => import('../features/settings/SettingsPage.tsx'), 'SettingsPage'),
  }),
]

const routeTree = rootRoute.addChildren([
  signInRoute,
  enrolRoute,
  staffRoute.addChildren([startRoute, schoolRoute.addChildren(pageRoutes)]),
])

export const createOfficeRouter = () =>
  createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    defaultPendingComponent: Pending,
    defaultErrorComponent: ({ error }) => (
      <PageMessage title="No se pudo abrir la página">
        {error instanceof Error ? error.message : ''}
      </PageMessage>
    ),
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createOfficeRouter>
  }
}
