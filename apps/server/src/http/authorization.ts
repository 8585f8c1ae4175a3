import { serverMessages } from '@apoderados/contract/messages'
import type { Policy } from '@apoderados/contract/policy'
import { readAccess } from '@apoderados/database/accounts/access'
import { endUntimelySession, type TokenOwner } from '@apoderados/database/accounts/sessions'
import { audit } from '@apoderados/database/audit/audit'
import type { Queryable } from '@apoderados/database/client/open'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { limits } from '../config.ts'
import type { Services } from '../services.ts'
import { createDownloads, type DownloadsMost } from './downloads.ts'
import { HttpError, notFound } from './errors.ts'
import { refuseOver } from './rateLimits.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The live session that the call runs under; null for a public call. */
    session: TokenOwner | null
  }
}

const MS_PER_MINUTE = 60_000
const MS_PER_HOUR = 60 * MS_PER_MINUTE

/** `wrongField` is thrown only after the session is found alive. */
export type IncomingCall = {
  policy: Policy
  /** @throws {HttpError} 429 beyond the policy's hourly limits */
  limitRate: (request: FastifyRequest) => Promise<void>
  bearer: string | undefined
  owner: TokenOwner | undefined
  fields: object
  wrongField: Error | undefined
  reply: FastifyReply
}
/** @throws {HttpError} for the first check that it does not pass, in the order of spec §7 */
export type Authorize = (request: FastifyRequest, call: IncomingCall, db: Queryable) => Promise<void>

const sessionKey = (request: FastifyRequest) => request.session?.session_id ?? request.ip

/** The checks of a call that needs a session: that it lives, its limits, its fields, and the link to the student. */
export function createAuthorizer(
  app: FastifyInstance,
  services: Services,
  documentsAtOnce: DownloadsMost,
): Authorize {
  app.decorateRequest('session', null)
  const perMinute = app.createRateLimit({
    max: limits.callsPerSessionPerMinute,
    timeWindow: MS_PER_MINUTE,
    keyGenerator: sessionKey,
  })
  const deniedPerHour = app.createRateLimit({
    max: limits.deniedNotedPerParentPerHour,
    timeWindow: MS_PER_HOUR,
    keyGenerator: (request) => `denied ${request.session?.parent_id}`,
  })
  const beginDownload = createDownloads(documentsAtOnce)

  async function refuseToken({ bearer, owner }: IncomingCall): Promise<never> {
    const untimely = owner ?? (bearer === undefined ? undefined : services.tokens.readUntimely(bearer))
    if (untimely) await endUntimelySession(services.db, untimely, owner === undefined)
    throw new HttpError(401, serverMessages.invalidToken)
  }

  /** No call on a student passes without the link, whatever its handler forgets (R1). */
  async function refuseUnlinked(
    student_id: number,
    owner: TokenOwner,
    request: FastifyRequest,
  ): Promise<never> {
    const noted = await deniedPerHour(request)
    const isOver = !noted.isAllowed && noted.isExceeded // one parent's tries would fill the disk
    if (!isOver) await audit(services.db, { action: 'access_denied', ...owner, student_id })
    throw notFound()
  }

  return async (request, call, db) => {
    const { policy, limitRate, owner, fields, wrongField, reply } = call
    if (!owner) return refuseToken(call)
    const { student_id = null } = wrongField ? {} : (fields as { student_id?: number })
    const access = await readAccess(services.db, { ...owner, student_id }, db)
    if (!access) return refuseToken(call)
    request.session = owner
    await refuseOver('session', perMinute, request)
    await limitRate(request)
    if (wrongField) throw wrongField
    if (policy.isDownload) beginDownload(owner.parent_id, reply.raw)
    if (student_id !== null && !access.isLinked) await refuseUnlinked(student_id, owner, request)
  }
}
