import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuseOver } from './admission.ts'
import { limits } from './config.ts'

const MS_PER_HOUR = 3_600_000

/** Anybody may report a crash, and each report is a line of the log: so many of an address, and of all to a process. */
export function createReportLimits(app: FastifyInstance, addressOf: (request: FastifyRequest) => string) {
  const ofAddress = app.createRateLimit({
    max: limits.reportsPerAddressPerHour,
    timeWindow: MS_PER_HOUR,
    keyGenerator: addressOf,
  })
  const ofProcess = app.createRateLimit({
    max: limits.reportsPerProcessPerHour,
    timeWindow: MS_PER_HOUR,
    keyGenerator: () => 'all',
  })
  return async (request: FastifyRequest): Promise<void> => {
    await refuseOver('reports', ofAddress, request)
    await refuseOver('reports', ofProcess, request)
  }
}
