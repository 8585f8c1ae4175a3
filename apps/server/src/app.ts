import type { Config } from './config.ts'
import type { Handlers } from './http/context.ts'
import { sendError } from './http/errors.ts'
import { type App, createInstance, refuseUnknownPaths } from './http/instance.ts'
import { methodsOf, mountCalls } from './http/routes.ts'
import { serveWeb } from './http/web.ts'
import type { Metrics } from './metrics/metrics.ts'
import { agendaHandlers } from './modules/agenda/agenda.ts'
import { attendanceHandlers } from './modules/attendance/attendance.ts'
import { calendarDaysHandlers } from './modules/calendarDays.ts'
import { calendarFeedHandlers } from './modules/calendarFeed/calendarFeed.ts'
import { classmatesHandlers } from './modules/classmates.ts'
import { clientErrorsHandlers } from './modules/clientErrors.ts'
import { passkeysHandlers } from './modules/devices/passkeys.ts'
import { sessionsHandlers } from './modules/devices/sessions.ts'
import { certificatesHandlers } from './modules/documents/certificates.ts'
import { folioHandlers } from './modules/documents/folio.ts'
import { excusesHandlers } from './modules/excuses/excuses.ts'
import { familyHandlers } from './modules/family/family.ts'
import { gradesHandlers } from './modules/grades/grades.ts'
import { newsHandlers } from './modules/news/news.ts'
import { noticesHandlers } from './modules/notices.ts'
import { notificationsHandlers } from './modules/notifications/notifications.ts'
import { observationsHandlers } from './modules/observations.ts'
import { passwordHandlers } from './modules/password.ts'
import { photosHandlers } from './modules/photos.ts'
import { privacyHandlers } from './modules/privacy/privacy.ts'
import { profileHandlers } from './modules/profile.ts'
import { pushTokensHandlers } from './modules/pushTokens.ts'
import { recoveryHandlers } from './modules/recovery.ts'
import { sessionHandlers } from './modules/session.ts'
import { timetableHandlers } from './modules/timetable.ts'
import type { Services } from './services.ts'

const handlers: Handlers = {
  ...sessionHandlers,
  ...recoveryHandlers,
  ...passwordHandlers,
  ...pushTokensHandlers,
  ...sessionsHandlers,
  ...passkeysHandlers,
  ...profileHandlers,
  ...agendaHandlers,
  ...timetableHandlers,
  ...calendarDaysHandlers,
  ...gradesHandlers,
  ...observationsHandlers,
  ...attendanceHandlers,
  ...excusesHandlers,
  ...classmatesHandlers,
  ...familyHandlers,
  ...certificatesHandlers,
  ...folioHandlers,
  ...newsHandlers,
  ...noticesHandlers,
  ...notificationsHandlers,
  ...calendarFeedHandlers,
  ...privacyHandlers,
  ...photosHandlers,
  ...clientErrorsHandlers,
}

type AppOptions = {
  /** The folder of the built web app. When undefined, the server answers the API alone. */
  webRoot?: string | undefined
  /** When undefined, the server collects no metrics. */
  metrics?: Metrics | undefined
  /** The destination of log lines; the standard output by default. */
  log?: { write(line: string): void }
}

type AppConfig = Pick<Config, 'trustProxy' | 'corsOrigins' | 'logLevel'> &
  Partial<Pick<Config, 'publicUrl' | 'logSampleRate'>>

/** Creates the part of the server that families reach: the API, and the web app in `webRoot`. */
export async function createApp(
  services: Services,
  config: AppConfig,
  { webRoot, metrics, log }: AppOptions = {},
): Promise<App> {
  const instance = await createInstance(services, {
    config,
    corsOrigins: config.corsOrigins,
    redirectMalformed: webRoot === undefined ? undefined : redirectForMalformedUrl,
    sendError,
    metrics,
    log,
  })
  const hasTls = config.publicUrl?.startsWith('https:') ?? false
  mountCalls(instance.app, handlers, services, hasTls)
  const web = webRoot ? await serveWeb(instance.app, webRoot) : undefined
  refuseUnknownPaths(instance.app, { methodsOf, sendPage: web?.index })
  return instance
}

/**
 * The redirect target for a page URL with a malformed escape: `/app/%` becomes `/app/%25`, where the app shows its
 * 'not found' page. Undefined for API and asset paths, and for `//host`, which would leave this site.
 */
const redirectForMalformedUrl = ({ method, url }: { method: string; url: string }): string | undefined =>
  method === 'GET' && /^\/(?![/\\]|(api|assets)\/).*%/.test(url) ? url.replaceAll('%', '%25') : undefined
