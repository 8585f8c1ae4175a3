import type { HourlyLimit } from '@apoderados/contract/calls/call'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type LimitName, tooManyRequestsError } from './errors.ts'

type CallCounter = ReturnType<FastifyInstance['createRateLimit']>

/** Counts a call against the limit `name`. @throws {HttpError} 429 if the call exceeds the limit */
export async function enforceLimit(
  name: LimitName,
  count: CallCounter,
  request: FastifyRequest,
): Promise<void> {
  const limit = await count(request)
  if (!limit.isAllowed && limit.isExceeded) throw tooManyRequestsError(name, limit.ttlInSeconds)
}

/** Returns a function that counts a call against each of `hourlyLimits`; it throws an HttpError 429 beyond a limit. */
export function createHourlyLimits(
  app: FastifyInstance,
  hourlyLimits: readonly HourlyLimit[],
  addressOf: (request: FastifyRequest) => string,
): (request: FastifyRequest) => Promise<void> {
  const keys = {
    parent: (request: FastifyRequest) => String(request.session?.parent_id),
    address: addressOf,
    process: () => 'all',
    staff: (request: FastifyRequest) => String(request.staff?.staff_id),
    secret: ({ params }: FastifyRequest) => String((params as { secret?: unknown }).secret),
  }
  const counters = hourlyLimits.map(({ name, per, max }) => ({
    name,
    count: app.createRateLimit({ max, timeWindow: '1 hour', keyGenerator: keys[per] }),
  }))
  return async (request) => {
    for (const { name, count } of counters) await enforceLimit(name, count, request)
  }
}
