import type { FastifyInstance } from 'fastify'

/** Passes each later log line of every level to `onLine` instead of the standard output. */
export function collectLog(app: FastifyInstance, onLine: (line: string) => void): void {
  const log = app.log as unknown as Record<symbol, unknown>
  const stream = Object.getOwnPropertySymbols(log).find(({ description }) => description === 'pino.stream')
  if (!stream) throw new Error('the stream of pino’s log was not found')
  log[stream] = { write: onLine }
  app.log.level = 'trace'
}
