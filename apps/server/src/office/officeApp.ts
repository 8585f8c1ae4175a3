import { serverMessages } from '@apoderados/contract/messages'
import { type OfficeCallName, officeApi } from '@apoderados/contract/office/officeApi'
import { OFFICE_BASE_PATH, type OfficeCall } from '@apoderados/contract/office/officeCall'
import { officeMessages, tooManyOfficeAttempts } from '@apoderados/contract/office/officeMessages'
import type { Database } from '@apoderados/core/db/client/open'
import type { FastifyInstance } from 'fastify'
import { type Config, limits } from '../config.ts'
import { createErrorSender, type HttpError } from '../http/errors.ts'
import { type App, createInstance, refuseUnknownPaths } from '../http/instance.ts'
import { fieldsOf } from '../http/messages/readRequest.ts'
import { addressForLimits, createMethodLookup, type Handle, mountCall } from '../http/mountCall.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Services } from '../services.ts'
import { enrolmentHandlers } from './auth/enrolment.ts'
import { factorsHandlers } from './auth/factors.ts'
import { officeSessionHandlers } from './auth/officeSession.ts'
import { sessionCookieOf } from './auth/sessionCookie.ts'
import { courseListsHandlers } from './documents/courseLists.ts'
import { documentSettingsHandlers } from './documents/documentSettings.ts'
import { documentsHandlers } from './documents/documents.ts'
import { officeExcusesHandlers } from './excuses/excuses.ts'
import { loadsHandlers } from './loads/loads.ts'
import { noticeSendingHandlers } from './notices/noticeSending.ts'
import { noticesHandlers } from './notices/notices.ts'
import { createOfficeAuthorizer, refuseForeignWrites } from './officeAuthorization.ts'
import type { LoadQueue, OfficeAddress, OfficeContext, OfficeHandlers } from './officeContext.ts'
import { serveOfficePages } from './officePages.ts'
import { familyDataHandlers } from './people/familyData.ts'
import { invitationHandlers } from './people/invitationCalls.ts'
import { peopleHandlers } from './people/people.ts'
import { peopleChangeHandlers } from './people/peopleChanges.ts'
import { breachesHandlers } from './privacy/breaches.ts'
import { dataRequestsHandlers } from './privacy/dataRequests.ts'
import { registerHandlers } from './register/register.ts'
import { settingsHandlers } from './settings/settings.ts'
import { staffHandlers } from './staff/staff.ts'
import { todayHandlers } from './today/today.ts'

const handlers: OfficeHandlers = {
  ...officeSessionHandlers,
  ...factorsHandlers,
  ...enrolmentHandlers,
  ...staffHandlers,
  ...registerHandlers,
  ...loadsHandlers,
  ...officeExcusesHandlers,
  ...peopleHandlers,
  ...familyDataHandlers,
  ...peopleChangeHandlers,
  ...invitationHandlers,
  ...todayHandlers,
  ...settingsHandlers,
  ...noticesHandlers,
  ...noticeSendingHandlers,
  ...documentsHandlers,
  ...documentSettingsHandlers,
  ...courseListsHandlers,
  ...dataRequestsHandlers,
  ...breachesHandlers,
}
const calls = Object.entries(officeApi) as [OfficeCallName, OfficeCall][]

/** The console's words for messages that the server shares with the families' app, which says tú. */
const REWORDED: Record<string, string> = {
  [serverMessages.unavailable]: officeMessages.unavailable,
  [serverMessages.guessablePassword]: officeMessages.passwordGuessable,
}

function reword({ status, message, retryAfterSeconds }: HttpError): string {
  if (status === 429 && retryAfterSeconds) return tooManyOfficeAttempts(retryAfterSeconds)
  return REWORDED[message] ?? message
}

/** Returns the origin by which a browser on the same machine reaches `app`, which listens on some free port. */
function localOriginOf(app: FastifyInstance): string {
  const address = app.server.address()
  return `http://localhost:${typeof address === 'object' && address ? address.port : 0}`
}

function officeAddressOf(origin: string): OfficeAddress {
  const { hostname, protocol } = new URL(origin)
  return { origin, rpId: hostname, hasTls: protocol === 'https:' }
}

type OfficeOptions = {
  /** The folder of the built console. When undefined, the listener answers the API alone. */
  officeRoot?: string | undefined
  metrics?: Metrics | undefined
  loads?: LoadQueue | undefined
  writer?: Database | undefined
  log?: { write(line: string): void }
}

type OfficeConfig = Pick<Config, 'trustProxy' | 'logLevel' | 'officeUrl'> &
  Partial<Pick<Config, 'logSampleRate' | 'publicUrl'>>

/** Leaves out the header by which a browser would use https alone, at an address that has none, such as localhost. */
function forgetHsts(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.removeHeader('strict-transport-security')
    done()
  })
}

/** Creates the part of the server that the school's staff reaches: the console's API, and its pages. */
export async function createOfficeApp(
  services: Services,
  config: OfficeConfig,
  { officeRoot, metrics, log, loads, writer }: OfficeOptions = {},
): Promise<App> {
  const sendError = createErrorSender(reword)
  const instance = await createInstance(services, { config, sendError, metrics, log })
  const { app } = instance
  const findAddress = () => officeAddressOf(config.officeUrl ?? localOriginOf(app))
  refuseForeignWrites(app, () => findAddress().origin)
  app.server.requestTimeout = limits.uploadMs // all bodies get the time that an upload may take
  if (!findAddress().hasTls) forgetHsts(app)
  mountOfficeCalls(app, services, findAddress, { loads, writer, publicUrl: config.publicUrl })
  const sendPage = officeRoot ? await serveOfficePages(app, officeRoot) : undefined
  const methodsOf = createMethodLookup(
    OFFICE_BASE_PATH,
    calls.map(([, call]) => call),
  )
  refuseUnknownPaths(app, { methodsOf, sendPage })
  return instance
}

function mountOfficeCalls(
  app: FastifyInstance,
  services: Services,
  findAddress: () => OfficeAddress,
  settings: Pick<OfficeContext, 'loads' | 'writer' | 'publicUrl'>,
): void {
  const { hasTls } = findAddress()
  const authorize = createOfficeAuthorizer(app, services, hasTls)
  for (const [name, call] of calls) {
    const handle = handlers[name] as unknown as Handle
    mountCall(app, services, {
      name,
      url: OFFICE_BASE_PATH + call.path,
      call,
      needsSession: call.session !== 'none',
      check: authorize(call),
      respond(request, reply, deadlineAt) {
        const context: OfficeContext = {
          ...services,
          officeAddress: findAddress(),
          address: addressForLimits(request),
          log: request.log,
          cookie: sessionCookieOf(request, reply, hasTls),
          upload: request.raw,
          ...settings,
          deadlineAt,
        }
        const { staff: session } = request
        return handle(fieldsOf(request), {
          ...context,
          session,
          staff_id: session?.staff_id,
          role: session?.role,
        })
      },
    })
  }
}
