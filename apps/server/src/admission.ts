import type { CallName } from '@apoderados/contract/api'
import { serverMessages } from '@apoderados/contract/messages'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { limits } from './config.ts'
import { readAccess } from './db/access.ts'
import { audit } from './db/audit.ts'
import type { Queryable } from './db/open.ts'
import { endUntimelySession, type TokenOwner } from './db/sessions.ts'
import { createDownloads, type DownloadsMost } from './downloads.ts'
import { HttpError, type Limit, notFound, tooMany } from './errors.ts'
import type { Services } from './services.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose live session this call runs under; set for calls that need one. */
    member: TokenOwner | null
  }
}

const MS_PER_MINUTE = 60_000
const MS_PER_HOUR = 60 * MS_PER_MINUTE

/** What a call brings along; `wrongField` is what is told once its session is found alive. */
export type Asked = {
  name: CallName
  bearer: string | undefined
  owner: TokenOwner | undefined
  fields: object
  wrongField: Error | undefined
  reply: FastifyReply
}
/** @throws {HttpError} for the first check that it does not pass, in the order of spec §7 */
export type Admit = (request: FastifyRequest, asked: Asked, db: Queryable) => Promise<void>

type Counter = ReturnType<FastifyInstance['createRateLimit']>

/** @throws {HttpError} 429 for a call beyond the limit */
export async function refuseOver(name: Limit, count: Counter, request: FastifyRequest): Promise<void> {
  const limit = await count(request)
  if (!limit.isAllowed && limit.isExceeded) throw tooMany(name, limit.ttlInSeconds)
}

const sessionKey = (request: FastifyRequest) => request.member?.session_id ?? request.ip

/** The checks of a call that needs a session: that it lives, its limits, its fields, and the link to the student. */
export function createAdmission(
  app: FastifyInstance,
  services: Services,
  documentsAtOnce: DownloadsMost,
): Admit {
  app.decorateRequest('member', null)
  const perMinute = app.createRateLimit({
    max: limits.callsPerSessionPerMinute,
    timeWindow: MS_PER_MINUTE,
    keyGenerator: sessionKey,
  })
  const perParentAndHour = (what: string, max: number) =>
    app.createRateLimit({
      max,
      timeWindow: MS_PER_HOUR,
      keyGenerator: (request) => `${what} ${request.member?.parent_id}`,
    })
  const classmatesPerHour = perParentAndHour('classmates', limits.classmatesPerParentPerHour)
  const beginDownload = createDownloads(documentsAtOnce)
  const documentsPerHour = perParentAndHour('documents', limits.documentsPerParentPerHour)
  const deniedPerHour = perParentAndHour('denied', limits.deniedNotedPerParentPerHour)

  async function refuseToken({ bearer, owner }: Asked): Promise<never> {
    const untimely = owner ?? (bearer === undefined ? undefined : services.tokens.readUntimely(bearer))
    if (untimely) await endUntimelySession(services.db, untimely, owner === undefined)
    throw new HttpError(401, serverMessages.invalidToken)
  }

  /** No call on a student passes without the link, whatever its handler forgets (R1). */
  async function refuseUnlinked(
    student_id: number,
    member: TokenOwner,
    request: FastifyRequest,
  ): Promise<never> {
    const noted = await deniedPerHour(request)
    const isOver = !noted.isAllowed && noted.isExceeded // one parent's tries would fill the disk
    if (!isOver) await audit(services.db, { action: 'access_denied', ...member, student_id })
    throw notFound()
  }

  return async (request, asked, db) => {
    const { name, owner, fields, wrongField, reply } = asked
    if (!owner) return refuseToken(asked)
    const { student_id = null } = wrongField ? {} : (fields as { student_id?: number })
    const access = await readAccess(services.db, { ...owner, student_id }, db)
    if (!access) return refuseToken(asked)
    request.member = owner
    await refuseOver('session', perMinute, request)
    if (name === 'getClassmates') await refuseOver('classmates', classmatesPerHour, request)
    if (name === 'getDocument') await refuseOver('documents', documentsPerHour, request)
    if (wrongField) throw wrongField
    if (name === 'getDocument') beginDownload(owner.parent_id, reply.raw)
    if (student_id !== null && !access.isLinked) await refuseUnlinked(student_id, owner, request)
  }
}
