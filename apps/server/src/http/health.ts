import { isDatabaseAway, isReadOnlyError } from '@apoderados/core/db/client/availability'
import { readWritability } from '@apoderados/core/db/client/replication'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { singleFlight } from '../auth/singleFlight.ts'
import type { Services } from '../services.ts'
import type { Drain } from './connections/drain.ts'
import { withDeadline } from './deadlines.ts'
import { HttpError, loggedError } from './errors.ts'
import { apiHeaders } from './headers.ts'

const RETRY_AFTER_SECONDS = 5

/** The reason why this process should receive no calls now. */
type UnreadinessReason =
  | 'the server stops'
  | 'the database does not answer'
  | 'the database accepts no writes'

function unreadinessReasonOf(error: unknown): UnreadinessReason | undefined {
  if (isReadOnlyError(error)) return 'the database accepts no writes'
  // An HttpError means that the deadline has passed.
  return isDatabaseAway(error) || error instanceof HttpError ? 'the database does not answer' : undefined
}

export function mountHealth(
  app: FastifyInstance,
  { db, limits }: Pick<Services, 'db' | 'limits'>,
  drain: Drain,
): void {
  const singleQuery = singleFlight<'ready', boolean>()

  async function findUnreadiness(log: FastifyBaseLogger): Promise<UnreadinessReason | undefined> {
    if (drain.isOn()) return 'the server stops'
    try {
      // /readyz has neither authentication nor a rate limit, so concurrent requests share one database query.
      const query = singleQuery('ready', () => readWritability(db))
      const isWritable = await withDeadline(limits.readResponseMs, query)
      return isWritable ? undefined : 'the database accepts no writes'
    } catch (error) {
      const reason = unreadinessReasonOf(error)
      if (!reason) throw error
      log.error(loggedError(error as Error, false), 'not ready')
      return reason
    }
  }

  app.get('/healthz', { exposeHeadRoute: true }, async () => ({ status: 'ok' }))
  app.get('/readyz', async (request, reply) => {
    const reason = await findUnreadiness(request.log)
    if (!reason) return { status: 'ok' }
    reply.headers({ ...apiHeaders, 'retry-after': RETRY_AFTER_SECONDS, connection: 'close' })
    return reply.code(503).send({ status: 'unavailable', reason })
  })
}
