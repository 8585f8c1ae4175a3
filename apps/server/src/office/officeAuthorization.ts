import type { OfficeCall } from '@apoderados/contract/office/officeCall'
import { officeMessages } from '@apoderados/contract/office/officeMessages'
import { isAllowed } from '@apoderados/contract/office/roles'
import { audit } from '@apoderados/core/audit/audit'
import { readStaffSession, type StaffSession } from '@apoderados/core/staff/staffSessions'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { limits } from '../config.ts'
import { createDownloadLimit } from '../http/downloads.ts'
import { HttpError, notFoundError } from '../http/errors.ts'
import { fieldsOf, findRequestError } from '../http/messages/readRequest.ts'
import { addressForLimits, type CheckCall, checkPublic } from '../http/mountCall.ts'
import { enforceLimit } from '../http/rateLimits.ts'
import type { Services } from '../services.ts'
import { sessionCookieOf } from './auth/sessionCookie.ts'

const sessionEndedError = () => new HttpError(401, officeMessages.sessionEnded)

/** Returns a 403 whose `reason` tells the console what to ask for: the second factor, or another one than the last. */
export function confirmationError(reason: 'confirm' | 'confirm_another'): HttpError {
  const message = reason === 'confirm' ? officeMessages.confirmFirst : officeMessages.confirmWithAnother
  return Object.assign(new HttpError(403, message), { detail: { reason } })
}

/**
 * Refuses a write that another site's page has sent (CSRF): its origin is not the console's. Browsers send `Origin` with
 * every write, and cookies with `SameSite=Strict` anyway not from other sites.
 */
export function refuseForeignWrites(app: FastifyInstance, findOrigin: () => string): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { origin: sentOrigin, 'sec-fetch-site': site = 'same-origin' } = request.headers
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const isOwn = sentOrigin === findOrigin() && site === 'same-origin'
    done(isRead || isOwn ? undefined : new HttpError(403, officeMessages.foreignOrigin))
  })
}

/** Returns a function that makes the check of a call: session, rate limits, fields, school, role and confirmation. */
export function createOfficeAuthorizer(
  app: FastifyInstance,
  services: Services,
  hasTls: boolean,
): (call: OfficeCall) => CheckCall {
  app.decorateRequest('staff', null)
  const countCall = app.createRateLimit({
    max: limits.callsPerSessionPerMinute,
    timeWindow: '1 minute',
    keyGenerator: (request) => request.staff?.session_id ?? request.ip,
  })
  const countDenied = app.createRateLimit({
    max: limits.deniedAuditedPerParentPerHour,
    timeWindow: '1 hour',
    keyGenerator: (request) => `denied ${request.staff?.staff_id}`,
  })
  const beginDownload = createDownloadLimit(services.limits.maxDownloads)

  /** Beyond an hourly limit, refusals get no audit line, because the attempts of one person could fill the disk. */
  async function auditDenied(request: FastifyRequest, school_id: number, isMember: boolean): Promise<void> {
    const counted = await countDenied(request)
    if (!counted.isAllowed && counted.isExceeded) return
    const { staff_id, session_id } = request.staff as StaffSession
    const detail = { method: request.method, path: request.routeOptions.url, school_id }
    await audit(services.db, {
      action: 'staff_denied',
      staff_id,
      session_id,
      establishment_id: isMember ? school_id : null,
      address: addressForLimits(request),
      detail,
    })
  }

  return (call) => {
    if (call.session === 'none') return checkPublic
    const { permission } = call
    return async (request, reply, limitRate) => {
      const { token } = sessionCookieOf(request, reply, hasTls)
      const requestError = findRequestError(request) // thrown only after the session check
      const { school_id = null } = (requestError ? {} : fieldsOf(request)) as { school_id?: number }
      const access = token === undefined ? undefined : await readStaffSession(services.db, token, school_id)
      if (!access || access.session.has_factor !== (call.session === 'full')) throw sessionEndedError()
      const { session, role } = access
      request.staff = { ...session, role }
      await enforceLimit('session', countCall, request)
      await limitRate(request)
      if (requestError) throw requestError
      if (permission !== undefined && !(role && isAllowed(role, permission))) {
        await auditDenied(request, school_id as number, role !== null)
        throw role === null ? notFoundError() : new HttpError(403, officeMessages.forbidden)
      }
      if (call.needsConfirmation && !session.is_confirmed) throw confirmationError('confirm')
      if (call.isDownload) beginDownload(session.staff_id, reply.raw)
    }
  }
}
