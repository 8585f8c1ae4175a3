import { api, type CallName } from '@apoderados/contract/calls/api'
import { BASE_PATH, type Call } from '@apoderados/contract/calls/call'
import { auditRead } from '@apoderados/core/audit/audit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { deviceProofOf } from '../auth/deviceProof.ts'
import { NATIVE_ORIGINS } from '../config.ts'
import type { Services } from '../services.ts'
import { bearerOf, createAuthorizer } from './authorization.ts'
import type { ClientKind, Handlers } from './context.ts'
import { fieldsOf } from './messages/readRequest.ts'
import { addressForLimits, checkPublic, createMethodLookup, type Handle, mountCall } from './mountCall.ts'

const calls = Object.entries(api) as [CallName, Call][]

const clientKindOf = (request: FastifyRequest): ClientKind =>
  NATIVE_ORIGINS.includes(request.headers.origin ?? '') ? 'native' : 'web'

/**
 * Adds a route for each call of the families' API, with its checks in the order of spec §7. `hasTls` is true if families
 * reach the server through TLS alone.
 */
export function mountCalls(
  app: FastifyInstance,
  handlers: Handlers,
  services: Services,
  hasTls: boolean,
): void {
  const authorize = createAuthorizer(app, services)

  for (const [name, call] of calls) {
    const handle = handlers[name] as unknown as Handle

    async function respond(
      request: FastifyRequest,
      reply: FastifyReply,
      deadlineAt: number,
    ): Promise<object> {
      const [address, client] = [addressForLimits(request), clientKindOf(request)]
      const proof = call.usesDeviceProof ? deviceProofOf(request, reply, { client, hasTls }) : undefined
      const caller = {
        address,
        client,
        userAgent: request.headers['user-agent'] ?? '',
        log: request.log,
        bearer: bearerOf(request),
        proof,
        upload: request.raw,
        ...request.session,
      }
      const fields = fieldsOf(request)
      const response = await handle(fields, { ...services, ...caller, deadlineAt })
      const { student_id: read_id } = fields as { student_id?: number }
      const { parent_id } = request.session ?? {}
      if (call.reads && read_id && parent_id)
        services.reads.note({ parent_id, student_id: read_id, kind: call.reads })
      if (call.audit) {
        const { student_id, id } = fields as { student_id?: number; id?: string }
        const detail = id === undefined ? undefined : { document_id: id }
        await auditRead(services.db, { action: call.audit, student_id, detail, ...request.session, address })
      }
      return response
    }

    const check = call.needsSession ? authorize : checkPublic
    mountCall(app, services, {
      name,
      url: BASE_PATH + call.path,
      call,
      needsSession: call.needsSession,
      check,
      respond,
    })
  }
}

/** Returns the methods that a path of the families' API accepts; none for an unknown path. */
export const methodsOf = createMethodLookup(
  BASE_PATH,
  calls.map(([, call]) => call),
)
