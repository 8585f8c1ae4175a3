import type { FastifyInstance } from 'fastify'

/** Passes each later log line of every level to `hear`, instead of the standard output. */
export function hearLog(app: FastifyInstance, hear: (line: string) => void): void {
  const log = app.log as unknown as Record<symbol, unknown>
  const stream = Object.getOwnPropertySymbols(log).find(({ description }) => description === 'pino.stream')
  if (!stream) throw new Error('the log is not pino’s any more')
  log[stream] = { write: hear }
  app.log.level = 'trace'
}
