import type { Policy } from '@apoderados/contract/calls/call'
import { serverMessages } from '@apoderados/contract/messages'
import { databaseLimits } from '@apoderados/core/db/client/limits'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { limits } from '../config.ts'
import { HttpError } from './errors.ts'

type ConcurrencyPool = Policy['concurrencyPool']

const RETRY_AFTER_SECONDS = 2

/**
 * Answers 503 to calls beyond the limit of concurrent calls: an overloaded server that accepts every call answers
 * none in time (P8). The web app's files, health checks and calls whose policy has `isNeverShed` are exempt. A call
 * counts from the arrival of its body to its response, so that slow clients do not use up the limit.
 */
export function registerLoadShedding(app: FastifyInstance, maxConcurrentCalls: number): void {
  // More calls of the pool `hash` at once would only run their statements, and then find the queue of hashes full.
  const maxOf: Record<ConcurrencyPool, number> = {
    query: maxConcurrentCalls,
    hash: limits.hashQueue + databaseLimits.databaseConnections,
    'sign-out': maxConcurrentCalls,
  }
  const running: Record<ConcurrencyPool, number> = { query: 0, hash: 0, 'sign-out': 0 }

  /** Returns the pool of a call; undefined for a request that is never shed. */
  function poolOf(request: FastifyRequest): ConcurrencyPool | undefined {
    const { policy } = request.routeOptions.config
    return policy?.isNeverShed ? undefined : policy?.concurrencyPool
  }

  function refusalOf(pool: ConcurrencyPool | undefined): HttpError | undefined {
    if (!pool || running[pool] < maxOf[pool]) return undefined
    return new HttpError(503, serverMessages.unavailable, RETRY_AFTER_SECONDS, 'overload')
  }

  app.decorateRequest('countedAs', null)
  const uncount = (request: FastifyRequest) => {
    if (request.countedAs) running[request.countedAs] -= 1
    request.countedAs = null
  }
  app.addHook('onRequest', (request, _reply, done) => done(refusalOf(poolOf(request))))
  app.addHook('preValidation', (request, reply, done) => {
    const pool = poolOf(request)
    const refusal = refusalOf(pool) // the limit may have been reached while the body arrived
    if (!pool || refusal) return done(refusal)
    running[pool] += 1
    request.countedAs = pool
    reply.raw.once('close', () => uncount(request))
    done()
  })
  app.addHook('onSend', (request, _reply, _payload, done) => {
    uncount(request)
    done()
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The pool in which this request is counted as running; null while it is not counted. */
    countedAs: ConcurrencyPool | null
  }
}
