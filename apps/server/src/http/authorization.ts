import { serverMessages } from '@apoderados/contract/messages'
import { readAccess } from '@apoderados/core/accounts/access'
import { endRejectedSession, type TokenOwner } from '@apoderados/core/accounts/sessions'
import { audit } from '@apoderados/core/audit/audit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { limits } from '../config.ts'
import type { Services } from '../services.ts'
import { createDownloadLimit } from './downloads.ts'
import { HttpError, notFoundError } from './errors.ts'
import { fieldsOf, findRequestError } from './messages/readRequest.ts'
import type { CheckCall } from './mountCall.ts'
import { enforceLimit } from './rateLimits.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The live session of the call; null until it has been checked, and for a public call. */
    session: TokenOwner | null
  }
}

export function bearerOf({ headers }: FastifyRequest): string | undefined {
  return /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(headers.authorization ?? '')?.[1]
}

/** Returns the check, in the order of spec §7, of session, rate limits, fields, number of downloads, and link from parent to student. */
export function createAuthorizer(app: FastifyInstance, services: Services): CheckCall {
  app.decorateRequest('session', null)
  const countCall = app.createRateLimit({
    max: limits.callsPerSessionPerMinute,
    timeWindow: '1 minute',
    keyGenerator: (request) => request.session?.session_id ?? request.ip,
  })
  const countDenied = app.createRateLimit({
    max: limits.deniedAuditedPerParentPerHour,
    timeWindow: '1 hour',
    keyGenerator: (request) => `denied ${request.session?.parent_id}`,
  })
  const beginDownload = createDownloadLimit(services.limits.maxDownloads)

  async function refuseToken(bearer: string | undefined, owner: TokenOwner | undefined): Promise<never> {
    const ownerIgnoringTime =
      owner ?? (bearer === undefined ? undefined : services.tokens.readIgnoringTime(bearer))
    if (ownerIgnoringTime) await endRejectedSession(services.db, ownerIgnoringTime, owner === undefined)
    throw new HttpError(401, serverMessages.invalidToken)
  }

  /** Answers 404 to a call about a student without a link to the parent, even if a handler forgets the check (R1). */
  async function refuseUnlinked(
    student_id: number,
    owner: TokenOwner,
    request: FastifyRequest,
  ): Promise<never> {
    const counted = await countDenied(request)
    // Beyond this hourly limit, refusals get no audit line, because the attempts of one parent could fill the disk.
    const isOverLimit = !counted.isAllowed && counted.isExceeded
    if (!isOverLimit) await audit(services.db, { action: 'access_denied', ...owner, student_id })
    throw notFoundError()
  }

  return async (request, reply, limitRate) => {
    const bearer = bearerOf(request)
    const owner = bearer === undefined ? undefined : services.tokens.read(bearer)
    if (!owner) return refuseToken(bearer, owner)
    const requestError = findRequestError(request) // thrown only after the session check (spec §7)
    const { student_id = null } = (requestError ? {} : fieldsOf(request)) as { student_id?: number }
    const access = await readAccess(services.db, { ...owner, student_id })
    if (!access) return refuseToken(bearer, owner)
    request.session = owner
    await enforceLimit('session', countCall, request)
    await limitRate(request)
    if (requestError) throw requestError
    if (request.routeOptions.config.policy?.isDownload) beginDownload(owner.parent_id, reply.raw)
    if (student_id !== null && !access.isLinked) await refuseUnlinked(student_id, owner, request)
  }
}
