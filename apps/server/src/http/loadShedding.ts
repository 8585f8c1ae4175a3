import { serverMessages } from '@apoderados/contract/messages'
import type { Policy } from '@apoderados/contract/policy'
import { databaseLimits } from '@apoderados/database/client/limits'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { limits } from '../config.ts'
import { HttpError } from './errors.ts'

type Cost = Policy['cost']

const RETRY_AFTER_SECONDS = 2

/**
 * Answers 503 to calls beyond the limit under way: beyond its capacity a server that accepts them all answers none in
 * time (P8). Pages, files and health checks pass. A call counts from the arrival of its body to its answer, so that slow
 * clients hold no place.
 */
export function registerLoadShedding(app: FastifyInstance, callsAtOnce: number): void {
  // Further sign-ins would run their statements only to find the hash queue full.
  const most: Record<Cost, number> = {
    query: callsAtOnce,
    hash: limits.hashQueue + databaseLimits.databaseConnections,
    'sign-out': callsAtOnce,
  }
  const underWay: Record<Cost, number> = { query: 0, hash: 0, 'sign-out': 0 }

  /** Undefined for what is never shed. */
  function costOf(request: FastifyRequest): Cost | undefined {
    const { policy } = request.routeOptions.config
    return policy?.isNeverShed ? undefined : policy?.cost
  }

  function refusalOf(cost: Cost | undefined): HttpError | undefined {
    if (!cost || underWay[cost] < most[cost]) return undefined
    return new HttpError(503, serverMessages.unavailable, RETRY_AFTER_SECONDS, 'load')
  }

  app.decorateRequest('countedAs', null)
  const leave = (request: FastifyRequest) => {
    if (request.countedAs) underWay[request.countedAs] -= 1
    request.countedAs = null
  }
  app.addHook('onRequest', (request, _reply, done) => done(refusalOf(costOf(request))))
  app.addHook('preValidation', (request, reply, done) => {
    const cost = costOf(request)
    const refusal = refusalOf(cost) // full since, while its body arrived
    if (!cost || refusal) return done(refusal)
    underWay[cost] += 1
    request.countedAs = cost
    reply.raw.once('close', () => leave(request))
    done()
  })
  app.addHook('onSend', (request, _reply, _payload, done) => {
    leave(request)
    done()
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The limit that it counts against while it is under way. */
    countedAs: Cost | null
  }
}
